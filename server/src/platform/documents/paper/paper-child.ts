import { answerParent } from '../../child-process/answer-parent.ts'
import { drawLetter } from './draw-letter.ts'
import { drawPaper } from './draw-paper.ts'
import type { LetterPaper } from './letter-paper.ts'
import type { Paper } from './paper.ts'

// Several hundred events take seconds of a processor: not those of the process that answers.
answerParent((paper: Paper | LetterPaper) => ('blocks' in paper ? drawPaper(paper) : drawLetter(paper)))
