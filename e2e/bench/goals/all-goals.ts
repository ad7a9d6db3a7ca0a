import type { Goal } from '../goal.ts'
import { batchCounts } from './batch-counts.ts'
import { deepPage } from './deep-page.ts'
import { importFile } from './import-file.ts'
import { lists } from './lists.ts'
import { liveSockets } from './live-sockets.ts'
import { login } from './login.ts'
import { mails } from './mails.ts'
import { oneCase } from './one-case.ts'
import { search } from './search.ts'

/** In this order: what changes data comes after what only reads it. */
export const allGoals: readonly Goal[] = [oneCase, lists, deepPage, search, batchCounts, login, liveSockets, mails, importFile]
