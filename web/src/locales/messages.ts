import type caseWords from '@regie/contract/case-words/nl.json'
import type account from './nl/account.json'
import type app from './nl/app.json'
import type arrangements from './nl/arrangements.json'
import type audit from './nl/audit.json'
import type batches from './nl/batches.json'
import type blacklist from './nl/blacklist.json'
import type builtInGroups from './nl/builtInGroups.json'
import type bulk from './nl/bulk.json'
import type cases from './nl/cases.json'
import type changePassword from './nl/changePassword.json'
import type chat from './nl/chat.json'
import type claim from './nl/claim.json'
import type debtLaw from './nl/debtLaw.json'
import type compliance from './nl/compliance.json'
import type complianceFile from './nl/complianceFile.json'
import type callReport from './nl/callReport.json'
import type messageReport from './nl/messageReport.json'
import type figures from './nl/figures.json'
import type paymentReport from './nl/paymentReport.json'
import type casesReport from './nl/casesReport.json'
import type works from './nl/works.json'
import type reports from './nl/reports.json'
import type rates from './nl/rates.json'
import type undo from './nl/undo.json'
import type deliveries from './nl/deliveries.json'
import type documents from './nl/documents.json'
import type demos from './nl/demos.json'
import type errors from './nl/errors.json'
import type refusals from './nl/refusals.json'
import type failures from './nl/failures.json'
import type storedFiles from './nl/storedFiles.json'
import type statements from './nl/statements.json'
import type feedback from './nl/feedback.json'
import type fields from './nl/fields.json'
import type files from './nl/files.json'
import type flow from './nl/flow.json'
import type guides from './nl/guides.json'
import type forgot from './nl/forgot.json'
import type help from './nl/help.json'
import type home from './nl/home.json'
import type inbox from './nl/inbox.json'
import type jobs from './nl/jobs.json'
import type privacy from './nl/privacy.json'
import type retention from './nl/retention.json'
import type selfService from './nl/selfService.json'
import type sms from './nl/sms.json'
import type status from './nl/status.json'
import type massMessages from './nl/massMessages.json'
import type keys from './nl/keys.json'
import type letterhead from './nl/letterhead.json'
import type live from './nl/live.json'
import type login from './nl/login.json'
import type maintenance from './nl/maintenance.json'
import type menu from './nl/menu.json'
import type nextCase from './nl/nextCase.json'
import type notifications from './nl/notifications.json'
import type organisation from './nl/organisation.json'
import type otp from './nl/otp.json'
import type outreach from './nl/outreach.json'
import type palette from './nl/palette.json'
import type paymentLinks from './nl/paymentLinks.json'
import type person from './nl/person.json'
import type providers from './nl/providers.json'
import type rights from './nl/rights.json'
import type scripts from './nl/scripts.json'
import type selection from './nl/selection.json'
import type speech from './nl/speech.json'
import type templates from './nl/templates.json'
import type times from './nl/times.json'
import type twoFactor from './nl/twoFactor.json'
import type ui from './nl/ui.json'
import type views from './nl/views.json'
import type users from './nl/users.json'
import type contacts from './nl/contacts.json'
import type agents from './nl/agents.json'
import type monitor from './nl/monitor.json'
import type teams from './nl/teams.json'
import type wallboard from './nl/wallboard.json'
import type machineKeys from './nl/machineKeys.json'
import type apiDocs from './nl/apiDocs.json'
import type evidence from './nl/evidence.json'
import type webhooks from './nl/webhooks.json'
import type webChat from './nl/webChat.json'
import type whatsappWeb from './nl/whatsappWeb.json'
import type why from './nl/why.json'
import type desk from './nl/desk.json'
import type wordcloud from './nl/wordcloud.json'

/** Every text of the product by its file; the Dutch files give the keys. A new file is a line above and a line here. */
export type Messages = {
  account: typeof account
  app: typeof app
  arrangements: typeof arrangements
  audit: typeof audit
  batches: typeof batches
  blacklist: typeof blacklist
  builtInGroups: typeof builtInGroups
  bulk: typeof bulk
  /** What paper says of a case as well stands in the contract. */
  cases: typeof cases & typeof caseWords
  changePassword: typeof changePassword
  chat: typeof chat
  claim: typeof claim
  debtLaw: typeof debtLaw
  compliance: typeof compliance
  complianceFile: typeof complianceFile
  callReport: typeof callReport
  casesReport: typeof casesReport
  figures: typeof figures
  messageReport: typeof messageReport
  paymentReport: typeof paymentReport
  works: typeof works
  rates: typeof rates
  reports: typeof reports
  undo: typeof undo
  deliveries: typeof deliveries
  documents: typeof documents
  demos: typeof demos
  errors: typeof errors
  refusals: typeof refusals
  failures: typeof failures
  statements: typeof statements
  feedback: typeof feedback
  fields: typeof fields
  files: typeof files
  storedFiles: typeof storedFiles
  flow: typeof flow
  guides: typeof guides
  forgot: typeof forgot
  help: typeof help
  home: typeof home
  inbox: typeof inbox
  jobs: typeof jobs
  privacy: typeof privacy
  retention: typeof retention
  selfService: typeof selfService
  sms: typeof sms
  status: typeof status
  massMessages: typeof massMessages
  keys: typeof keys
  letterhead: typeof letterhead
  live: typeof live
  login: typeof login
  maintenance: typeof maintenance
  menu: typeof menu
  nextCase: typeof nextCase
  notifications: typeof notifications
  organisation: typeof organisation
  otp: typeof otp
  outreach: typeof outreach
  palette: typeof palette
  paymentLinks: typeof paymentLinks
  person: typeof person
  providers: typeof providers
  rights: typeof rights
  scripts: typeof scripts
  selection: typeof selection
  speech: typeof speech
  templates: typeof templates
  times: typeof times
  twoFactor: typeof twoFactor
  ui: typeof ui
  views: typeof views
  users: typeof users
  contacts: typeof contacts
  agents: typeof agents
  monitor: typeof monitor
  teams: typeof teams
  wallboard: typeof wallboard
  webChat: typeof webChat
  machineKeys: typeof machineKeys
  apiDocs: typeof apiDocs
  evidence: typeof evidence
  webhooks: typeof webhooks
  whatsappWeb: typeof whatsappWeb
  why: typeof why
  desk: typeof desk
  wordcloud: typeof wordcloud
}

/** The name of a locale file, which begins the keys in it. */
export type TextFile = keyof Messages
