import { parentPort } from 'node:worker_threads'
import { drawPaper } from './draw-paper.ts'
import type { Paper } from './paper.ts'

// Several hundred events take seconds of a processor: not those of the process that answers.
parentPort?.on('message', ({ id, paper }: { id: number; paper: Paper }) => {
  drawPaper(paper).then(
    (pdf) => parentPort?.postMessage({ id, pdf }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
