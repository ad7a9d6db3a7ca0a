// The floors of the house as law (docs/architecture.md). A file imports from its own folder or from a floor below it.
const serverFloors = ['main', 'engine', 'modules', 'services[.]ts', 'gateways|jobs|live', 'platform']
const webFloors = ['main[.]tsx', 'app', 'screens', 'features', 'session', 'live|ui', 'api|locales|theme']
// Modules, top to bottom; those on one line do not know each other. A new module is one word here.
const moduleFloors = [
  'reports|monitor|wallboard|wordcloud|speech|feedback|demos|undo',
  'communications|imports|bulk',
  'batches|calls|payment-links|sessions',
  'arrangements|funnel',
  'cases|identity',
  'case-runs',
  'contact-facts|timeline',
  'flows|filters',
  'fields|hours',
  'scripts',
  'customers|rights|contacts|templates|files|blacklist|audit|system-mail|maintenance|undo-entries',
  'contact-permission',
]
const tests = '[.]test[.]tsx?$'

const noClimbing = (name, root, floors) =>
  floors.slice(1).map((floor, i) => ({
    name: `${name}: ${floor} never looks up`,
    severity: 'error',
    from: { path: `^${root}/(${floor})(/|$)`, pathNot: tests },
    to: { path: `^${root}/(${floors.slice(0, i + 1).join('|')})(/|$)` },
  }))
const strangers = (name, root, floors) =>
  floors
    .filter((floor) => floor.includes('|'))
    .map((floor) => ({
      name: `${name}: ${floor} do not know each other`,
      severity: 'error',
      from: { path: `^${root}/(${floor})/`, pathNot: tests },
      to: { path: `^${root}/(${floor})/`, pathNot: `^${root}/$1/` },
    }))

export default {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'the contract knows nobody', severity: 'error', from: { path: '^contract/' }, to: { path: '^(server|web|e2e|scripts)/' } },
    {
      name: 'server and web meet only in the contract',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    ...noClimbing('server', 'server/src', serverFloors),
    ...noClimbing('modules', 'server/src/modules', moduleFloors),
    {
      name: 'every module has a floor (add its word to moduleFloors)',
      severity: 'error',
      from: { path: '^server/src/modules/[^/]+/', pathNot: `^server/src/modules/(${moduleFloors.join('|')})/` },
      to: {},
    },
    ...strangers('server', 'server/src', serverFloors),
    ...strangers('modules', 'server/src/modules', moduleFloors),
    ...noClimbing('web', 'web/src', webFloors),
    {
      name: 'features do not know each other',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'only ui and the app shell know the component library',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(ui|theme|app)/' },
      to: { path: '@mantine/' },
    },
    {
      name: 'routes are private to their module',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/(modules/([^/]+)/|main/all-routes)|${tests}` },
      to: { path: '^server/src/modules/.*-routes[.]ts$' },
    },
    {
      name: 'routes are private to their module (between modules)',
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+)/', pathNot: tests },
      to: { path: '^server/src/modules/.*-routes[.]ts$', pathNot: '^server/src/modules/$1/' },
    },
    {
      name: 'the engine writes no SQL',
      severity: 'error',
      from: { path: '^server/src/engine/', pathNot: tests },
      to: { path: '^server/src/platform/db/(database|tables|migrate|page)' },
    },
    {
      name: 'a provider is known only to open-gateways',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/gateways/(open-gateways|[^/]+/([^/]+)/)|${tests}` },
      to: { path: '^server/src/gateways/[^/]+/[^/]+/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    // Without these the imports of '@regie/contract/…' end at node_modules and the law reads half the house.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
