import type { Goal } from '../goal.ts'
import { batchCounts } from './batch-counts.ts'
import { bulkClose } from './bulk-close.ts'
import { coldList } from './cold-list.ts'
import { coldStart } from './cold-start.ts'
import { deepPage } from './deep-page.ts'
import { demoPast } from './demo-past.ts'
import { dialing } from './dialing.ts'
import { exportFile } from './export-file.ts'
import { firstLoad } from './first-load.ts'
import { funnel } from './funnel.ts'
import { agentHome } from './agent-home.ts'
import { home } from './home.ts'
import { importFile } from './import-file.ts'
import { lists } from './lists.ts'
import { liveSockets } from './live-sockets.ts'
import { liveViews } from './live-views.ts'
import { login } from './login.ts'
import { longTable } from './long-table.ts'
import { mailComposing } from './mail-composing.ts'
import { mails } from './mails.ts'
import { paymentLinks } from './payment-links.ts'
import { oneCase } from './one-case.ts'
import { search } from './search.ts'
import { smsOverSmpp } from './sms-over-smpp.ts'

/** What only reads comes first; what fills the database comes last. */
export const allGoals: readonly Goal[] = [
  coldStart,
  demoPast,
  oneCase,
  lists,
  deepPage,
  search,
  batchCounts,
  home,
  agentHome,
  login,
  exportFile,
  liveSockets,
  liveViews,
  firstLoad,
  coldList,
  longTable,
  mailComposing,
  smsOverSmpp,
  mails,
  paymentLinks,
  dialing,
  importFile,
  bulkClose,
  // Last: it makes cases due, which an engine would work on.
  funnel,
]
