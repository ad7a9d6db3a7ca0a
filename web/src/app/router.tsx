import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { findText } from '../locales/i18n.tsx'
import { withTexts } from '../locales/locale-store.ts'
import { notify } from '../session/notification.tsx'
import { DashboardLayout } from './layouts/dashboard-layout.tsx'
import { MaintenanceRoute } from './layouts/plain-layout.tsx'
import { passLoginGate } from './login-gate.ts'
import { NoScreens } from './no-screens.tsx'
import { RouteFailure } from './route-failure.tsx'
import { firstScreen } from './screen-table.ts'

const root = createRootRoute({ component: Outlet, errorComponent: RouteFailure, notFoundComponent: () => null })

// Pathless: the login check runs before everything below it.
const gate = createRoute({
  getParentRoute: () => root,
  id: 'gate',
  beforeLoad: async ({ location }) => ({ session: await passLoginGate(location.href) }),
})
const dashboard = createRoute({ getParentRoute: () => gate, id: 'dashboard', component: DashboardLayout })

type Guarded = { context: { session: { rights: readonly number[] } } }

/** Refuses a screen without its right: to the first one that is open, with a word. */
function mustOpen(...rights: number[]) {
  return ({ context }: Guarded) => {
    if (holdsRight(context.session.rights, rights)) return
    notify(findText('ui.forbidden.title') ?? '')
    throw redirect({ to: '/', replace: true })
  }
}

const wholeNumber = (text: string) => {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw redirect({ to: '/', replace: true })
  return text
}

const home = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: ({ context }) => {
    const first = firstScreen(context.session.rights)
    if (first !== null) throw redirect({ to: first, replace: true })
  },
  component: NoScreens,
})

const batches = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches',
  beforeLoad: mustOpen(Right.viewBatches),
  component: lazyRouteComponent(() => import('../screens/batches-screen.tsx'), 'BatchesScreen'),
})
const batch = createRoute({
  getParentRoute: () => dashboard,
  path: '/batches/$batchID',
  params: { parse: ({ batchID }) => ({ batchID: wholeNumber(batchID) }), stringify: (params) => params },
  beforeLoad: mustOpen(Right.viewBatches),
  component: lazyRouteComponent(() => withTexts(['why'], import('../screens/batch-screen.tsx')), 'BatchScreen'),
})
const flow = createRoute({
  getParentRoute: () => dashboard,
  path: '/scripts/$scriptID/flow',
  params: { parse: ({ scriptID }) => ({ scriptID: wholeNumber(scriptID) }), stringify: (params) => params },
  beforeLoad: mustOpen(Right.viewScripts),
  component: lazyRouteComponent(() => withTexts(['flow'], import('../screens/flow-screen.tsx')), 'FlowScreen'),
})
const times = createRoute({
  getParentRoute: () => dashboard,
  path: '/scripts/$scriptID/times/{-$windowID}',
  params: {
    parse: ({ scriptID, windowID }) => ({
      scriptID: wholeNumber(scriptID),
      ...(windowID !== undefined && { windowID: wholeNumber(windowID) }),
    }),
    stringify: (params) => params,
  },
  beforeLoad: mustOpen(Right.viewScripts),
  component: lazyRouteComponent(() => withTexts(['scripts', 'times'], import('../screens/times-screen.tsx')), 'TimesScreen'),
})
const compliance = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/compliance',
  beforeLoad: mustOpen(Right.changeCompliance),
  component: lazyRouteComponent(
    () => withTexts(['compliance', 'scripts', 'times'], import('../screens/compliance-screen.tsx')),
    'ComplianceScreen',
  ),
})
const scripts = createRoute({
  getParentRoute: () => dashboard,
  path: '/scripts',
  beforeLoad: mustOpen(Right.viewScripts),
  component: lazyRouteComponent(() => withTexts(['scripts'], import('../screens/scripts-screen.tsx')), 'ScriptsScreen'),
})
const script = createRoute({
  getParentRoute: () => dashboard,
  path: '/scripts/$scriptID',
  params: { parse: ({ scriptID }) => ({ scriptID: wholeNumber(scriptID) }), stringify: (params) => params },
  beforeLoad: mustOpen(Right.viewScripts),
  component: lazyRouteComponent(() => withTexts(['scripts', 'why'], import('../screens/script-screen.tsx')), 'ScriptScreen'),
})
const upload = createRoute({
  getParentRoute: () => dashboard,
  path: '/files/upload',
  beforeLoad: mustOpen(Right.uploadFiles),
  component: lazyRouteComponent(() => withTexts(['files'], import('../screens/file-upload-screen.tsx')), 'FileUploadScreen'),
})
const search = createRoute({
  getParentRoute: () => dashboard,
  path: '/search',
  beforeLoad: mustOpen(Right.viewCases),
  component: lazyRouteComponent(() => import('../screens/search-case-screen.tsx'), 'SearchCaseScreen'),
})
const newCase = createRoute({
  getParentRoute: () => dashboard,
  path: '/cases/new',
  beforeLoad: mustOpen(Right.newCase),
  component: lazyRouteComponent(() => withTexts(['files'], import('../screens/new-case-screen.tsx')), 'NewCaseScreen'),
})
const arrangements = createRoute({
  getParentRoute: () => dashboard,
  path: '/arrangements',
  beforeLoad: mustOpen(Right.viewCases),
  component: lazyRouteComponent(() => withTexts(['arrangements'], import('../screens/arrangements-screen.tsx')), 'ArrangementsScreen'),
})
const caseRoute = createRoute({
  getParentRoute: () => dashboard,
  path: '/cases/$caseID',
  params: { parse: ({ caseID }) => ({ caseID: wholeNumber(caseID) }), stringify: (params) => params },
  beforeLoad: mustOpen(Right.viewCases),
  component: lazyRouteComponent(
    () => withTexts(['arrangements', 'files', 'paymentLinks', 'person', 'why'], import('../screens/case-screen.tsx')),
    'CaseScreen',
  ),
})

const manager = createRoute({
  getParentRoute: () => dashboard,
  path: '/manager',
  beforeLoad: mustOpen(Right.viewUsers),
  component: lazyRouteComponent(() => withTexts(['builtInGroups', 'users'], import('../screens/manager-screen.tsx')), 'ManagerScreen'),
})
const addUser = createRoute({
  getParentRoute: () => dashboard,
  path: '/manager/add',
  beforeLoad: mustOpen(Right.changeUsers),
  component: lazyRouteComponent(() => withTexts(['builtInGroups', 'users'], import('../screens/add-user-screen.tsx')), 'AddUserScreen'),
})
const editRights = createRoute({
  getParentRoute: () => dashboard,
  path: '/manager/edit',
  beforeLoad: mustOpen(Right.changeGroups),
  component: lazyRouteComponent(() => withTexts(['builtInGroups', 'rights', 'users'], import('./rights-route.tsx')), 'RightsRoute'),
})
const audit = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/audit',
  beforeLoad: mustOpen(Right.viewAudit),
  component: lazyRouteComponent(() => withTexts(['audit', 'builtInGroups'], import('../screens/audit-screen.tsx')), 'AuditScreen'),
})
const signInRules = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/sign-in',
  beforeLoad: mustOpen(Right.systemStatus),
  component: lazyRouteComponent(() => withTexts(['organisation'], import('../screens/sign-in-rules-screen.tsx')), 'SignInRulesScreen'),
})
const maintenanceAdmin = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/maintenance',
  beforeLoad: mustOpen(Right.systemStatus),
  component: lazyRouteComponent(() => import('../screens/maintenance-admin-screen.tsx'), 'MaintenanceAdminScreen'),
})
const demos = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/demo',
  beforeLoad: mustOpen(Right.demo),
  component: lazyRouteComponent(() => withTexts(['demos'], import('../screens/demo-list-screen.tsx')), 'DemoListScreen'),
})
const demo = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/demo/$scriptID',
  params: { parse: ({ scriptID }) => ({ scriptID: wholeNumber(scriptID) }), stringify: (params) => params },
  beforeLoad: mustOpen(Right.demo),
  component: lazyRouteComponent(() => withTexts(['demos'], import('../screens/demo-screen.tsx')), 'DemoScreen'),
})

const account = createRoute({
  getParentRoute: () => dashboard,
  path: '/account',
  component: lazyRouteComponent(
    () => withTexts(['builtInGroups', 'changePassword', 'otp', 'twoFactor'], import('../screens/account-screen.tsx')),
    'AccountScreen',
  ),
})

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
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const routeTree = root.addChildren([
  ...loginArea,
  maintenance,
  gate.addChildren([
    dashboard.addChildren([
      home,
      batches,
      batch,
      scripts,
      script,
      times,
      compliance,
      flow,
      upload,
      search,
      newCase,
      arrangements,
      caseRoute,
      account,
      manager,
      addUser,
      editRights,
      audit,
      signInRules,
      maintenanceAdmin,
      demos,
      demo,
    ]),
  ]),
  unknown,
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPendingMs: 300,
    scrollRestoration: true,
    // Plain words in the address, as people write and share them: ?q=12&status=open.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search as Record<string, string>).filter(([, value]) => value !== undefined && value !== ''),
      ).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
