// The layers (docs/architecture.md). A file imports from its own folder or from a layer below it.
const serverLayers = ['main', 'engine', 'modules', 'services[.]ts', 'gateways|jobs|live', 'platform']
const webLayers = ['main[.]tsx', 'app', 'screens', 'features', 'session', 'live|ui', 'api|locales|theme']
// Modules, top to bottom; those on one line do not know each other. A new module is one word here.
const moduleLayers = [
  'demo-present',
  'demo-past',
  'subscriptions',
  'desk|retention',
  'letters|figure-alerts',
  'home|next-case|reports|monitor|wallboard|wordcloud|feedback|demos|undo|template-editing|whatsapp|system-status|self-service|file-deliveries',
  'mass-messages',
  'communications|imports|bulk|chat',
  'hand-overs',
  'batches|calls|payment-links|sessions',
  'arrangements|bank-statements|case-documents|compliance-file|funnel|teams',
  'debt-law',
  'notifications',
  'cases|identity',
  'case-runs',
  'contact-facts|dialing|timeline|variables',
  'experiments|flows|guides|filters|audit|saved-views',
  'fields|hours',
  'scripts|speech|contacts',
  'customers|providers|rights|templates|files|blacklist|system-mail|maintenance|statutory-rates|undo-entries|webhooks',
  'contact-permission',
]
const tests = '[.]test[.]tsx?$'

const noLookingUp = (name, root, layers) =>
  layers.slice(1).map((layer, i) => ({
    name: `${name}: ${layer} never looks up`,
    severity: 'error',
    from: { path: `^${root}/(${layer})(/|$)`, pathNot: tests },
    to: { path: `^${root}/(${layers.slice(0, i + 1).join('|')})(/|$)` },
  }))
const apart = (name, root, layers) =>
  layers
    .filter((layer) => layer.includes('|'))
    .map((layer) => ({
      name: `${name}: ${layer} do not know each other`,
      severity: 'error',
      from: { path: `^${root}/(${layer})/`, pathNot: tests },
      to: { path: `^${root}/(${layer})/`, pathNot: `^${root}/$1/` },
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
    ...noLookingUp('server', 'server/src', serverLayers),
    ...noLookingUp('modules', 'server/src/modules', moduleLayers),
    {
      name: 'every module has a layer (add its word to moduleLayers)',
      severity: 'error',
      from: { path: '^server/src/modules/[^/]+/', pathNot: `^server/src/modules/(${moduleLayers.join('|')})/` },
      to: {},
    },
    ...apart('server', 'server/src', serverLayers),
    ...apart('modules', 'server/src/modules', moduleLayers),
    ...noLookingUp('web', 'web/src', webLayers),
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
      to: { path: '^server/src/platform/db/(database|tables[.]generated|migrate|page)[.]ts$' },
    },
    {
      name: 'a plug-in is a program of its own, started and never imported',
      severity: 'error',
      from: { path: '^(contract|server|web|scripts)/', pathNot: tests },
      to: { path: '^plugins/' },
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
    // Without these the imports of '@regie/contract/…' end at node_modules and half of the imports are not seen.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
