import { answerParent } from '../../child-process/answer-parent.ts'
import { drawPaper } from './draw-paper.ts'

// Several hundred events take seconds of a processor: not those of the process that answers.
answerParent(drawPaper)
