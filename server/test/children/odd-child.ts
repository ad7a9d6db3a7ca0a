import { readFileSync, writeFileSync } from 'node:fs'
import { answerParent } from '../../src/platform/child-process/answer-parent.ts'

/** A program that does what it is told, however foolish. */
export type Told =
  | 'echo'
  | 'pushWithoutEnd'
  | 'runWithoutEnd'
  | 'throw'
  | 'leave'
  | 'environment'
  | 'pid'
  | { read: string }
  | { write: string }
  | Uint8Array

answerParent((told: Told): unknown => {
  if (told instanceof Uint8Array) return told
  if (typeof told === 'object') {
    if ('read' in told) return readFileSync(told.read, 'utf8')
    return writeFileSync(told.write, '')
  }
  switch (told) {
    case 'pushWithoutEnd': {
      const all: number[] = []
      for (;;) all.push(1)
    }
    case 'runWithoutEnd':
      for (;;);
    case 'throw':
      throw new Error('as it was told')
    case 'leave':
      process.exit(3)
    case 'environment':
      return Object.keys(process.env)
    case 'pid':
      return process.pid
    case 'echo':
      return told
  }
})
