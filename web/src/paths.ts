import type { BatchStatus } from '@regie/contract/batches.ts'
import type { ComplaintPart } from '@regie/contract/compliance-file.ts'
import type { CostPart, CallOutcome, FigureKind, VariantOutcome } from '@regie/contract/figures.ts'
import type { CostPlace } from '@regie/contract/cost-report.ts'
import type { CaseStatus } from '@regie/contract/cases.ts'
import type { FailureCause } from '@regie/contract/failure-causes.ts'
import type { MessageOutcome, ReportedChannel } from '@regie/contract/message-report.ts'
import type { PaymentCount } from '@regie/contract/payment-report.ts'
import type { TemplateKind } from '@regie/contract/templates.ts'
import type { WhyLine } from '@regie/contract/why.ts'

/** An address inside the app. Only `paths` makes one, so a link to nowhere does not compile. */
export type AppPath = string & { readonly isAppPath: true }

/** The addresses of the screens, as the router matches them. */
export const screenPaths = {
  home: '/',
  batches: '/batches',
  batch: '/batches/$batchID',
  figure: '/cases',
  search: '/search',
  newCase: '/cases/new',
  case: '/cases/$caseID',
  arrangements: '/arrangements',
  inbox: '/whatsapp',
  blacklist: '/blacklist',
  contacts: '/contacts',
  failures: '/failures',
  statements: '/payments/statements',
  scripts: '/scripts',
  script: '/scripts/$scriptID',
  times: '/scripts/$scriptID/times/{-$windowID}',
  flow: '/scripts/$scriptID/flow',
  guides: '/guides',
  guide: '/guides/$guideID',
  editor: '/editor/{-$templateKind}',
  communications: '/communications',
  upload: '/files/upload',
  files: '/files/list',
  manager: '/manager',
  addUser: '/manager/add',
  rightGroups: '/manager/edit',
  audit: '/admin/audit',
  compliance: '/admin/compliance',
  complianceFile: '/admin/compliance-file',
  providers: '/admin/providers',
  teams: '/admin/teams',
  webhooks: '/admin/webhooks',
  deliveries: '/admin/deliveries',
  machineKeys: '/admin/machine-keys',
  apiDocs: '/api-docs',
  evidence: '/reports/evidence',
  monitor: '/monitor',
  desk: '/desk',
  queue: '/queue',
  wallboard: '/wallboard',
  fullWallboard: '/wallboard/full',
  wordcloud: '/wordcloud',
  fullWordcloud: '/wordcloud/full',
  signInRules: '/admin/sign-in',
  jobs: '/admin/jobs',
  status: '/admin/status',
  sms: '/sms',
  speech: '/admin/tts',
  whatsappweb: '/admin/whatsappweb',
  maintenance: '/admin/maintenance',
  demos: '/admin/demo',
  demo: '/admin/demo/$scriptID',
  chat: '/admin/chat',
  webChat: '/admin/web-chat',
  letterhead: '/admin/letterhead',
  selfService: '/admin/self-service',
  retention: '/admin/retention',
  privacy: '/admin/privacy',
  privacyRequest: '/admin/privacy/$requestID',
  rates: '/admin/rates',
  paymentReport: '/reports/payment',
  paymentRows: '/reports/payment/rows',
  works: '/reports/works',
  callReport: '/reports/call',
  casesReport: '/reports/cases',
  mailReport: '/reports/mail',
  whatsAppReport: '/reports/whatsapp',
  reports: '/reports/batches',
  batchMapping: '/reports/batches/$batchID',
  batchOutput: '/reports/batches/$batchID/output',
  scriptMapping: '/reports/scripts/$scriptID/$start/$end',
  scriptOutput: '/reports/scripts/$scriptID/$start/$end/output',
  account: '/account',
} as const

export type ScreenName = keyof typeof screenPaths

type Search = Readonly<Record<string, string | number | null | undefined>>
type BatchSearch = { tab: 'settings' | 'why' } | { status: CaseStatus } | WhySearch
type PaymentRowsSearch = {
  counted: PaymentCount
  from: string
  until: string
  currency?: string
  scriptID?: string
  weekday?: string
  hour?: string
}
type CallFigure = {
  figure: 'queueCalls'
  from: string
  until: string
  outcome: CallOutcome
  queues?: string
  fromAt?: string
  untilAt?: string
}
type MessageFigure = {
  figure: 'messages'
  channel: ReportedChannel
  counted: MessageOutcome
  from: string
  until: string
  scriptID?: string
  templateID?: string
  cause?: FailureCause
  code?: string
  fromAt?: string
  untilAt?: string
}
type StepFigure = { figure: 'atStep'; customerID: number; scriptID: number; step: string; called: string }
type VariantFigure = {
  figure: 'variant'
  scriptID: string
  step: string
  came: VariantOutcome
  called: string
  from: string
  until: string
  variant?: string
}
type CostFigure = { figure: 'costs'; part: CostPart; from: string; until: string; place?: CostPlace; scriptID?: string }
type CaseFigure = { figure: 'closed' | 'stillOpen' | 'cameIn'; from?: string; until?: string; result?: string; scriptID?: string }
type ComplaintFigure = { figure: 'complaints'; complaints: ComplaintPart; from: string; until: string }
type WhySearch = { tab: 'why' } & Pick<WhyLine, 'place' | 'reason'>

/** Every link inside the app: `<AppLink to={paths.case(caseID)}>`, `goTo(paths.batches())`. */
export const paths = {
  home: '/' as AppPath,
  batches: (search?: { status: BatchStatus }) => pathTo('batches', {}, search),
  batch: (batchID: number, search?: BatchSearch) => pathTo('batch', { batchID }, search),
  newCase: () => pathTo('newCase'),
  search: (search?: { q: string }) => pathTo('search', {}, search),
  case: (caseID: number) => pathTo('case', { caseID }),
  figure: (
    search:
      | { figure: FigureKind; from?: string; until?: string }
      | StepFigure
      | CallFigure
      | MessageFigure
      | VariantFigure
      | CostFigure
      | CaseFigure
      | ComplaintFigure,
  ) => pathTo('figure', {}, search),
  arrangements: (search?: { tab: 'callbacks' | 'complaints'; kind?: 'complaint' | 'dispute' | 'paid'; whose?: 'reach' }) =>
    pathTo('arrangements', {}, search),
  handOver: (handOverID: number) => pathTo('arrangements', {}, { tab: 'handOvers', handOver: handOverID }),
  inbox: (search?: { conversation?: number; view?: 'mine' | 'unknown' }) => pathTo('inbox', {}, search),
  blacklist: (search?: { add: string }) => pathTo('blacklist', {}, search),
  contacts: (search?: Search & ({ contact: number } | { tab: 'lists'; opened: number })) => pathTo('contacts', {}, search),
  failures: () => pathTo('failures'),
  statements: (search?: { tab: 'open' | 'booked'; file: number }) => pathTo('statements', {}, search),
  works: (search?: { script: string; step: string; from: string; until: string } | { tab: 'costs'; from: string; until: string }) =>
    pathTo('works', {}, search),
  casesReport: (search?: { from: string; until: string }) => pathTo('casesReport', {}, search),
  paymentReport: (search?: { from: string; until: string }) => pathTo('paymentReport', {}, search),
  paymentRows: (search: PaymentRowsSearch) => pathTo('paymentRows', {}, search),
  callReport: (search?: { from: string; until: string }) => pathTo('callReport', {}, search),
  messageReport: (channel: ReportedChannel, search?: { from: string; until: string }) =>
    pathTo(channel === 'email' ? 'mailReport' : 'whatsAppReport', {}, search),
  reports: (search: Search) => pathTo('reports', {}, search),
  batchReport: (step: 'columns' | 'output', batchID: number, search: Search) =>
    pathTo(step === 'columns' ? 'batchMapping' : 'batchOutput', { batchID }, search),
  scriptReport: (step: 'columns' | 'output', place: { scriptID: number; start: string; end: string }, search: Search) =>
    pathTo(step === 'columns' ? 'scriptMapping' : 'scriptOutput', place, search),
  privacy: () => pathTo('privacy'),
  privacyRequest: (requestID: number) => pathTo('privacyRequest', { requestID }),
  apiDocs: () => pathTo('apiDocs'),
  evidence: () => pathTo('evidence'),
  scripts: () => pathTo('scripts'),
  script: (scriptID: number, search?: { tab: 'filters' } | WhySearch) => pathTo('script', { scriptID }, search),
  times: (scriptID: number) => pathTo('times', { scriptID }),
  flow: (scriptID: number) => pathTo('flow', { scriptID }),
  guides: () => pathTo('guides'),
  guide: (guideID: number) => pathTo('guide', { guideID }),
  editor: (templateKind: TemplateKind, search?: { template: number }) => pathTo('editor', { templateKind }, search),
  communications: (search?: { ticked: 1 }) => pathTo('communications', {}, search),
  upload: (search?: { importID: number }) => pathTo('upload', {}, search),
  files: (search?: { tab: 'report' | 'result' }) => pathTo('files', {}, search),
  users: (search?: Search & { user: number }) => pathTo('manager', {}, search),
  addUser: () => pathTo('addUser'),
  audit: (search: Search) => pathTo('audit', {}, search),
  demos: () => pathTo('demos'),
  demo: (scriptID: number, search?: { demo: number }) => pathTo('demo', { scriptID }, search),
  chat: (search?: { channel: number }) => pathTo('chat', {}, search),
  account: () => pathTo('account'),
  compliance: () => pathTo('compliance'),
  complianceFile: (search?: { user: number }) => pathTo('complianceFile', {}, search),
  providers: () => pathTo('providers'),
  deliveries: () => pathTo('deliveries'),
  desk: () => pathTo('desk'),
  wallboard: () => pathTo('wallboard'),
  fullWallboard: () => pathTo('fullWallboard'),
  wordcloud: (search: Search) => pathTo('wordcloud', {}, search),
  fullWordcloud: (search: Search) => pathTo('fullWordcloud', {}, search),
}

/** The address of a screen; parameters that it can do without are left out. */
export function pathTo(screen: ScreenName, params: Readonly<Record<string, number | string>> = {}, search: Search = {}): AppPath {
  const path = screenPaths[screen]
    .split('/')
    .map((part) => {
      const name = /\$(\w+)/.exec(part)?.[1]
      return name === undefined ? part : (params[name] ?? null)
    })
    .filter((part) => part !== null)
    .join('/')
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return (given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`) as AppPath
}
