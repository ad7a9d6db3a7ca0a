import { answerParent } from '../../../platform/child-process/answer-parent.ts'
import { readMail } from './read-mail.ts'

// Answers each mail with what it says.
answerParent(readMail)
