import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import { type ScreenName, screenPaths } from '../paths.ts'
import type { IconName } from '../ui/icon.tsx'

/** A screen behind the sign-in (product.md §5.4). Any one of the rights is enough; one without rights is open to everybody. */
export type Screen = {
  name: ScreenName
  rights: readonly number[]
  menu?: MenuPlace
  /** It stands by itself, without toolbar and menu: for a wall that nobody touches. */
  isFull?: true
}

type MenuPlace = { group: MenuGroup; icon: IconName; key: string }

export type MenuGroup = 'work' | 'campaigns' | 'live' | 'reports' | 'admin'

export const menuGroups: readonly MenuGroup[] = ['work', 'campaigns', 'live', 'reports', 'admin']

// The router, the menu, the palette and the keys read it. In the order in which somebody lands: the first menu screen that one may open is home.
const screens = [
  { name: 'home', rights: [Right.viewBatches, Right.viewCases], menu: { group: 'work', icon: 'home', key: 'h' } },
  { name: 'batches', rights: [Right.viewBatches], menu: { group: 'campaigns', icon: 'batches', key: 'b' } },
  { name: 'search', rights: [Right.viewCases], menu: { group: 'work', icon: 'search', key: 's' } },
  { name: 'newCase', rights: [Right.newCase], menu: { group: 'work', icon: 'plus', key: 'n' } },
  { name: 'desk', rights: [Right.viewCases], menu: { group: 'work', icon: 'headset', key: '.' } },
  { name: 'arrangements', rights: [Right.viewCases], menu: { group: 'work', icon: 'phone', key: 'a' } },
  { name: 'blacklist', rights: [Right.viewBlacklist], menu: { group: 'work', icon: 'ban', key: 'k' } },
  { name: 'contacts', rights: [Right.viewContacts], menu: { group: 'work', icon: 'users', key: '-' } },
  { name: 'chat', rights: [Right.chat], menu: { group: 'work', icon: 'feedback', key: 'w' } },
  { name: 'inbox', rights: [Right.inbox], menu: { group: 'work', icon: 'inbox', key: 'v' } },
  {
    name: 'communications',
    rights: [Right.sendEmail, Right.sendSms, Right.sendWhatsApp],
    menu: { group: 'work', icon: 'mail', key: 'x' },
  },
  { name: 'statements', rights: [Right.bookPayments], menu: { group: 'work', icon: 'bank', key: '3' } },
  { name: 'failures', rights: [Right.reportBatches, Right.changeProviders], menu: { group: 'campaigns', icon: 'alert', key: 'f' } },
  { name: 'scripts', rights: [Right.viewScripts], menu: { group: 'campaigns', icon: 'script', key: 'c' } },
  { name: 'guides', rights: [Right.viewScripts], menu: { group: 'campaigns', icon: 'feedback', key: '#' } },
  { name: 'editor', rights: [Right.viewTemplates], menu: { group: 'campaigns', icon: 'mail', key: 't' } },
  { name: 'sms', rights: [Right.viewSmsDashboard], menu: { group: 'campaigns', icon: 'sms', key: 'q' } },
  { name: 'speech', rights: [Right.textToSpeech], menu: { group: 'campaigns', icon: 'volume', key: 'y' } },
  { name: 'monitor', rights: [Right.viewMonitor], menu: { group: 'live', icon: 'monitor', key: '8' } },
  { name: 'queue', rights: [Right.viewQueue], menu: { group: 'live', icon: 'headset', key: '7' } },
  { name: 'wallboard', rights: [Right.viewWallboard], menu: { group: 'live', icon: 'wall', key: '0' } },
  { name: 'wordcloud', rights: [Right.viewWordcloud], menu: { group: 'live', icon: 'words', key: '=' } },
  { name: 'upload', rights: [Right.uploadFiles], menu: { group: 'campaigns', icon: 'upload', key: 'u' } },
  { name: 'files', rights: [Right.viewFiles], menu: { group: 'campaigns', icon: 'file', key: '[' } },
  { name: 'callReport', rights: [Right.reportCalls], menu: { group: 'reports', icon: 'headset', key: ',' } },
  { name: 'casesReport', rights: [Right.reportCases], menu: { group: 'reports', icon: 'case', key: '&' } },
  { name: 'mailReport', rights: [Right.reportMail], menu: { group: 'reports', icon: 'mail', key: "'" } },
  { name: 'whatsAppReport', rights: [Right.reportWhatsApp], menu: { group: 'reports', icon: 'whatsapp', key: ']' } },
  { name: 'paymentReport', rights: [Right.reportPayments], menu: { group: 'reports', icon: 'dashboard', key: '5' } },
  { name: 'works', rights: [Right.reportScripts], menu: { group: 'reports', icon: 'flask', key: '+' } },
  { name: 'reports', rights: [Right.reportBatches, Right.reportScripts], menu: { group: 'reports', icon: 'columns', key: ';' } },
  { name: 'manager', rights: [Right.viewUsers], menu: { group: 'admin', icon: 'users', key: 'm' } },
  { name: 'rightGroups', rights: [Right.changeGroups], menu: { group: 'admin', icon: 'shield', key: 'r' } },
  { name: 'audit', rights: [Right.viewAudit], menu: { group: 'admin', icon: 'history', key: 'l' } },
  { name: 'compliance', rights: [Right.changeCompliance], menu: { group: 'admin', icon: 'shield', key: 'e' } },
  { name: 'complianceFile', rights: [Right.changeCompliance], menu: { group: 'admin', icon: 'tick', key: '%' } },
  { name: 'providers', rights: [Right.changeProviders], menu: { group: 'admin', icon: 'send', key: 'p' } },
  { name: 'teams', rights: [Right.changeTeams], menu: { group: 'admin', icon: 'team', key: '9' } },
  { name: 'webhooks', rights: [Right.changeWebhooks], menu: { group: 'admin', icon: 'link', key: '\\' } },
  { name: 'deliveries', rights: [Right.changeWebhooks], menu: { group: 'admin', icon: 'download', key: '~' } },
  { name: 'machineKeys', rights: [Right.changeWebhooks], menu: { group: 'admin', icon: 'key', key: '`' } },
  { name: 'webChat', rights: [Right.changeProviders], menu: { group: 'admin', icon: 'webchat', key: 'z' } },
  { name: 'letterhead', rights: [Right.changeProviders], menu: { group: 'admin', icon: 'building', key: '1' } },
  { name: 'selfService', rights: [Right.changeProviders], menu: { group: 'admin', icon: 'mobile', key: '6' } },
  { name: 'retention', rights: [Right.changeRetention], menu: { group: 'admin', icon: 'history', key: '!' } },
  { name: 'privacy', rights: [Right.privacyRequests], menu: { group: 'admin', icon: 'fingerprint', key: '@' } },
  { name: 'rates', rights: [Right.systemStatus], menu: { group: 'admin', icon: 'percent', key: '4' } },
  { name: 'whatsappweb', rights: [Right.pairWhatsapp], menu: { group: 'admin', icon: 'whatsapp', key: '2' } },
  { name: 'signInRules', rights: [Right.systemStatus], menu: { group: 'admin', icon: 'lock', key: 'i' } },
  { name: 'demos', rights: [Right.demo], menu: { group: 'admin', icon: 'play', key: 'd' } },
  { name: 'maintenance', rights: [Right.systemStatus], menu: { group: 'admin', icon: 'tools', key: 'o' } },
  { name: 'jobs', rights: [Right.systemStatus], menu: { group: 'admin', icon: 'hourglass', key: 'j' } },
  { name: 'status', rights: [Right.systemStatus], menu: { group: 'admin', icon: 'pulse', key: 'g' } },
  { name: 'fullWallboard', rights: [Right.viewWallboard], isFull: true },
  { name: 'fullWordcloud', rights: [Right.viewWordcloud], isFull: true },
  { name: 'figure', rights: [Right.viewCases] },
  { name: 'paymentRows', rights: [Right.reportPayments] },
  { name: 'privacyRequest', rights: [Right.privacyRequests] },
  { name: 'batch', rights: [Right.viewBatches] },
  { name: 'case', rights: [Right.viewCases] },
  { name: 'script', rights: [Right.viewScripts] },
  { name: 'times', rights: [Right.viewScripts] },
  { name: 'flow', rights: [Right.viewScripts] },
  { name: 'guide', rights: [Right.viewScripts] },
  { name: 'addUser', rights: [Right.changeUsers] },
  { name: 'demo', rights: [Right.demo] },
  { name: 'batchMapping', rights: [Right.reportBatches] },
  { name: 'batchOutput', rights: [Right.reportBatches] },
  { name: 'scriptMapping', rights: [Right.reportScripts] },
  { name: 'scriptOutput', rights: [Right.reportScripts] },
  { name: 'account', rights: [] },
  { name: 'apiDocs', rights: [] },
  { name: 'evidence', rights: [Right.viewCases] },
] as const satisfies readonly Screen[]

export type MenuScreen = Extract<(typeof screens)[number], { menu: object }>

export const screenTable: readonly Screen[] = screens
export const menuScreens: readonly MenuScreen[] = screens.filter((screen) => 'menu' in screen)

export function mayOpen(rights: readonly number[], screen: Screen): boolean {
  return screen.rights.length === 0 || holdsRight(rights, screen.rights)
}

/** The screens of the menu that one may open. */
export function openScreens(rights: readonly number[]): MenuScreen[] {
  return menuScreens.filter((screen) => mayOpen(rights, screen))
}

/** Where somebody with these rights begins; null when no screen is open to them. */
export function firstScreen(rights: readonly number[]): MenuScreen['name'] | null {
  return openScreens(rights)[0]?.name ?? null
}

/** The entry of the menu under which an address falls, the nearest one: /manager/edit is an entry of its own below /manager. */
export function entryAt(path: string): MenuScreen | undefined {
  return menuScreens
    .filter(({ name }) => path === placeOf(name) || path.startsWith(`${placeOf(name)}/`))
    .sort((one, other) => placeOf(other.name).length - placeOf(one.name).length)[0]
}

/** Its address without the part that may be left out. */
const placeOf = (name: MenuScreen['name']) => screenPaths[name].replace(/\/\{-\$\w+\}$/, '')
