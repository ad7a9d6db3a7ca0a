import { searchText } from './search-text.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, useParams } from '@tanstack/react-router'
import { withTexts } from '../locales/locale-store.ts'
import { pathTo, type ScreenName, screenPaths } from '../paths.ts'
import { DashboardLayout } from './layouts/dashboard-layout.tsx'
import { MaintenanceRoute } from './layouts/plain-layout.tsx'
import { passLoginGate } from './login-gate.ts'
import { NoScreens } from './no-screens.tsx'
import { fetchPeople } from '../session/people.ts'
import { useSession } from '../session/use-session.ts'
import { RouteFailure } from './route-failure.tsx'
import { ScreenGate, UnknownScreen } from './screen-gate.tsx'
import { firstScreen, type Screen, screenTable } from './screen-table.ts'

const root = createRootRoute({ component: Outlet, errorComponent: RouteFailure, notFoundComponent: () => null })

// Pathless: the login check runs before everything below it.
const gate = createRoute({
  getParentRoute: () => root,
  id: 'gate',
  beforeLoad: async ({ location }) => ({ session: await passLoginGate(location.href) }),
})
const dashboard = createRoute({ getParentRoute: () => gate, id: 'dashboard', beforeLoad: fetchPeople, component: DashboardLayout })

// All steps of a report are one screen.
const reportSteps = lazyRouteComponent(() => withTexts(['reports', 'views'], import('../screens/reports-screen.tsx')), 'ReportsScreen')

// The code of each screen, with the texts that only it shows.
const parts: Record<ScreenName, ReturnType<typeof lazyRouteComponent>> = {
  home: lazyRouteComponent(() => withTexts(['home', 'inbox', 'nextCase'], import('../screens/home-screen.tsx')), 'HomeScreen'),
  figure: lazyRouteComponent(() => withTexts(['home'], import('../screens/figure-screen.tsx')), 'FigureScreen'),
  batches: lazyRouteComponent(() => withTexts(['views'], import('../screens/batches-screen.tsx')), 'BatchesScreen'),
  batch: lazyRouteComponent(() => withTexts(['documents', 'views', 'why'], import('../screens/batch-screen.tsx')), 'BatchScreen'),
  flow: lazyRouteComponent(() => withTexts(['flow', 'speech'], import('../screens/flow-screen.tsx')), 'FlowScreen'),
  guides: lazyRouteComponent(() => withTexts(['flow', 'guides'], import('../screens/guides-screen.tsx')), 'GuidesScreen'),
  guide: lazyRouteComponent(() => withTexts(['flow', 'guides'], import('../screens/guide-screen.tsx')), 'GuideScreen'),
  editor: lazyRouteComponent(
    () => withTexts(['providers', 'speech', 'templates'], import('../screens/templates-screen.tsx')),
    'TemplatesScreen',
  ),
  times: lazyRouteComponent(() => withTexts(['scripts', 'times'], import('../screens/times-screen.tsx')), 'TimesScreen'),
  compliance: lazyRouteComponent(
    () => withTexts(['compliance', 'scripts', 'times'], import('../screens/compliance-screen.tsx')),
    'ComplianceScreen',
  ),
  complianceFile: lazyRouteComponent(
    () => withTexts(['complianceFile', 'figures'], import('../screens/compliance-file-screen.tsx')),
    'ComplianceFileScreen',
  ),
  scripts: lazyRouteComponent(() => withTexts(['scripts'], import('../screens/scripts-screen.tsx')), 'ScriptsScreen'),
  script: lazyRouteComponent(() => withTexts(['scripts', 'why'], import('../screens/script-screen.tsx')), 'ScriptScreen'),
  communications: lazyRouteComponent(
    () => withTexts(['massMessages'], import('../screens/communications-screen.tsx')),
    'CommunicationsScreen',
  ),
  upload: lazyRouteComponent(() => withTexts(['files'], import('../screens/file-upload-screen.tsx')), 'FileUploadScreen'),
  files: lazyRouteComponent(() => withTexts(['storedFiles'], import('../screens/files-screen.tsx')), 'FilesScreen'),
  search: lazyRouteComponent(() => withTexts(['views'], import('../screens/search-case-screen.tsx')), 'SearchCaseScreen'),
  newCase: lazyRouteComponent(() => withTexts(['files'], import('../screens/new-case-screen.tsx')), 'NewCaseScreen'),
  arrangements: lazyRouteComponent(
    () => withTexts(['arrangements', 'views'], import('../screens/arrangements-screen.tsx')),
    'ArrangementsScreen',
  ),
  statements: lazyRouteComponent(() => withTexts(['statements'], import('../screens/statements-screen.tsx')), 'StatementsScreen'),
  failures: lazyRouteComponent(() => withTexts(['failures'], import('../screens/failures-screen.tsx')), 'FailuresScreen'),
  blacklist: lazyRouteComponent(() => withTexts(['blacklist'], import('../screens/blacklist-screen.tsx')), 'BlacklistScreen'),
  contacts: lazyRouteComponent(() => withTexts(['contacts', 'views'], import('../screens/contacts-screen.tsx')), 'ContactsScreen'),
  inbox: lazyRouteComponent(() => withTexts(['inbox', 'outreach'], import('../screens/inbox-screen.tsx')), 'InboxScreen'),
  case: lazyRouteComponent(
    () =>
      withTexts(
        [
          'arrangements',
          'claim',
          'debtLaw',
          'documents',
          'failures',
          'files',
          'inbox',
          'letterhead',
          'nextCase',
          'outreach',
          'paymentLinks',
          'person',
          'speech',
          'why',
        ],
        import('../screens/case-screen.tsx'),
      ),
    'CaseScreen',
  ),
  manager: lazyRouteComponent(() => withTexts(['builtInGroups', 'users'], import('../screens/manager-screen.tsx')), 'ManagerScreen'),
  addUser: lazyRouteComponent(() => withTexts(['builtInGroups', 'users'], import('../screens/add-user-screen.tsx')), 'AddUserScreen'),
  rightGroups: lazyRouteComponent(() => withTexts(['builtInGroups', 'rights', 'users'], import('./rights-route.tsx')), 'RightsRoute'),
  audit: lazyRouteComponent(
    () =>
      withTexts(
        [
          'arrangements',
          'audit',
          'builtInGroups',
          'compliance',
          'contacts',
          'privacy',
          'deliveries',
          'files',
          'inbox',
          'jobs',
          'providers',
          'scripts',
          'templates',
          'views',
          'webhooks',
        ],
        import('../screens/audit-screen.tsx'),
      ),
    'AuditScreen',
  ),
  providers: lazyRouteComponent(() => withTexts(['providers'], import('../screens/providers-screen.tsx')), 'ProvidersScreen'),
  monitor: lazyRouteComponent(() => withTexts(['monitor'], import('../screens/monitor-screen.tsx')), 'MonitorScreen'),
  desk: lazyRouteComponent(
    () =>
      withTexts(
        ['agents', 'arrangements', 'desk', 'failures', 'nextCase', 'outreach', 'paymentLinks', 'speech'],
        import('../screens/desk-screen.tsx'),
      ),
    'DeskScreen',
  ),
  queue: lazyRouteComponent(() => withTexts(['wallboard'], import('../screens/queue-screen.tsx')), 'QueueScreen'),
  wallboard: lazyRouteComponent(() => withTexts(['agents', 'wallboard'], import('../screens/wallboard-screen.tsx')), 'WallboardScreen'),
  fullWallboard: lazyRouteComponent(
    () => withTexts(['agents', 'wallboard'], import('../screens/full-wallboard-screen.tsx')),
    'FullWallboardScreen',
  ),
  wordcloud: lazyRouteComponent(() => withTexts(['wordcloud'], import('../screens/wordcloud-screen.tsx')), 'WordcloudScreen'),
  fullWordcloud: lazyRouteComponent(() => withTexts(['wordcloud'], import('../screens/full-wordcloud-screen.tsx')), 'FullWordcloudScreen'),
  webhooks: lazyRouteComponent(() => withTexts(['webhooks'], import('../screens/webhooks-screen.tsx')), 'WebhooksScreen'),
  deliveries: lazyRouteComponent(() => withTexts(['deliveries'], import('../screens/deliveries-screen.tsx')), 'DeliveriesScreen'),
  machineKeys: lazyRouteComponent(() => withTexts(['machineKeys'], import('../screens/machine-keys-screen.tsx')), 'MachineKeysScreen'),
  evidence: lazyRouteComponent(() => withTexts(['evidence'], import('../screens/evidence-screen.tsx')), 'EvidenceScreen'),
  apiDocs: lazyRouteComponent(() => withTexts(['apiDocs'], import('../screens/api-docs-screen.tsx')), 'ApiDocsScreen'),
  teams: lazyRouteComponent(() => withTexts(['teams'], import('../screens/teams-screen.tsx')), 'TeamsScreen'),
  signInRules: lazyRouteComponent(() => withTexts(['organisation'], import('../screens/sign-in-rules-screen.tsx')), 'SignInRulesScreen'),
  maintenance: lazyRouteComponent(() => import('../screens/maintenance-admin-screen.tsx'), 'MaintenanceAdminScreen'),
  sms: lazyRouteComponent(() => withTexts(['sms'], import('../screens/sms-screen.tsx')), 'SmsScreen'),
  speech: lazyRouteComponent(() => withTexts(['speech'], import('../screens/speech-screen.tsx')), 'SpeechScreen'),
  whatsappweb: lazyRouteComponent(() => withTexts(['whatsappWeb'], import('../screens/whatsapp-web-screen.tsx')), 'WhatsappWebScreen'),
  jobs: lazyRouteComponent(() => withTexts(['jobs'], import('../screens/jobs-screen.tsx')), 'JobsScreen'),
  status: lazyRouteComponent(() => withTexts(['status'], import('../screens/status-screen.tsx')), 'StatusScreen'),
  chat: lazyRouteComponent(() => withTexts(['chat'], import('../screens/chat-screen.tsx')), 'ChatScreen'),
  letterhead: lazyRouteComponent(() => withTexts(['letterhead'], import('../screens/letterhead-screen.tsx')), 'LetterheadScreen'),
  selfService: lazyRouteComponent(() => withTexts(['selfService'], import('../screens/self-service-screen.tsx')), 'SelfServiceScreen'),
  retention: lazyRouteComponent(() => withTexts(['retention'], import('../screens/retention-screen.tsx')), 'RetentionScreen'),
  privacyRequest: lazyRouteComponent(
    () => withTexts(['privacy', 'retention'], import('../screens/privacy-request-screen.tsx')),
    'PrivacyRequestScreen',
  ),
  privacy: lazyRouteComponent(() => withTexts(['privacy'], import('../screens/privacy-screen.tsx')), 'PrivacyScreen'),
  callReport: lazyRouteComponent(
    () => withTexts(['figures', 'callReport'], import('../screens/call-report-screen.tsx')),
    'CallReportScreen',
  ),
  casesReport: lazyRouteComponent(
    () => withTexts(['figures', 'casesReport'], import('../screens/cases-report-screen.tsx')),
    'CasesReportScreen',
  ),
  mailReport: lazyRouteComponent(
    () => withTexts(['figures', 'messageReport'], import('../screens/mail-report-screen.tsx')),
    'MailReportScreen',
  ),
  whatsAppReport: lazyRouteComponent(
    () => withTexts(['figures', 'messageReport'], import('../screens/whatsapp-report-screen.tsx')),
    'WhatsAppReportScreen',
  ),
  works: lazyRouteComponent(() => withTexts(['figures', 'works'], import('../screens/works-screen.tsx')), 'WorksScreen'),
  paymentReport: lazyRouteComponent(
    () => withTexts(['paymentReport', 'home'], import('../screens/payment-report-screen.tsx')),
    'PaymentReportScreen',
  ),
  paymentRows: lazyRouteComponent(
    () => withTexts(['paymentReport', 'figures'], import('../screens/payment-rows-screen.tsx')),
    'PaymentRowsScreen',
  ),
  ...{ reports: reportSteps, batchMapping: reportSteps, batchOutput: reportSteps, scriptMapping: reportSteps, scriptOutput: reportSteps },
  rates: lazyRouteComponent(() => withTexts(['claim', 'rates'], import('../screens/rates-screen.tsx')), 'RatesScreen'),
  webChat: lazyRouteComponent(() => withTexts(['webChat'], import('../screens/web-chat-screen.tsx')), 'WebChatScreen'),
  demos: lazyRouteComponent(() => withTexts(['demos'], import('../screens/demo-list-screen.tsx')), 'DemoListScreen'),
  demo: lazyRouteComponent(() => withTexts(['demos', 'flow'], import('../screens/demo-screen.tsx')), 'DemoScreen'),
  account: lazyRouteComponent(
    () => withTexts(['builtInGroups', 'changePassword', 'otp', 'twoFactor'], import('../screens/account-screen.tsx')),
    'AccountScreen',
  ),
}

function gated(screen: Screen) {
  const Part = parts[screen.name]
  function GatedScreen() {
    return (
      <ScreenGate screen={screen} params={useParams({ strict: false })}>
        <Part />
      </ScreenGate>
    )
  }
  return Object.assign(GatedScreen, Part.preload && { preload: Part.preload })
}

const homeScreen = screenTable.filter(({ name }) => name === 'home')
const HomeScreen = homeScreen.map(gated)[0]

// Who may not see home begins at the first screen that they may open.
const home = createRoute({
  getParentRoute: () => dashboard,
  path: screenPaths.home as string,
  beforeLoad: ({ context }) => {
    const first = firstScreen(context.session.rights)
    if (first !== null && first !== 'home') throw redirect({ href: pathTo(first), replace: true })
  },
  component: HomeRoute,
})
function HomeRoute() {
  return firstScreen(useSession().rights) === null || HomeScreen === undefined ? <NoScreens /> : <HomeScreen />
}
const isFull = (screen: Screen) => screen.isFull === true
const screens = screenTable
  .filter((screen) => !homeScreen.includes(screen) && !isFull(screen))
  .map((screen) =>
    createRoute({
      getParentRoute: () => dashboard,
      path: screenPaths[screen.name] as string,
      component: gated(screen),
    }),
  )
const fullScreens = screenTable
  .filter(isFull)
  .map((screen) => createRoute({ getParentRoute: () => gate, path: screenPaths[screen.name] as string, component: gated(screen) }))

const maintenance = createRoute({ getParentRoute: () => root, path: '/maintenance', component: MaintenanceRoute })
// The sign-in area is an entry of its own; arriving there from inside the app loads that one.
const loginArea = (['/login', '/forgot', '/change', '/change/$passwordToken', '/otp', '/2fa'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      globalThis.location.replace(location.href)
      return new Promise<never>(() => undefined)
    },
  }),
)
const unknown = createRoute({ getParentRoute: () => dashboard, path: '$', component: UnknownScreen })

const routeTree = root.addChildren([
  ...loginArea,
  maintenance,
  gate.addChildren([...fullScreens, dashboard.addChildren([home, ...screens, unknown])]),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPendingMs: 300,
    scrollRestoration: true,
    // Plain words in the address, as people write and share them: ?q=12&status=open.
    ...searchText,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
