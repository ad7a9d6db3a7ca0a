// `npm run check:architecture`: the layers hold (.dependency-cruiser.mjs) and the table types are those of the migrations.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

type Cruised = {
  modules: { source: string; coreModule?: boolean }[]
  summary: { violations: { from: string; to: string; rule: { name: string; severity: string }; cycle?: { name: string }[] }[] }
}

// A cruiser that cannot read TypeScript reports no violation either: then it counts too few modules.
const modulesMin = 300
const projectDir = path.resolve(import.meta.dirname, '..')

const { modules, summary } = cruise()
for (const { rule, from, to, cycle } of summary.violations) {
  console.error(`${rule.name}: ${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to}`)
}
const ours = modules.filter(({ source, coreModule }) => !coreModule && !source.includes('node_modules'))
if (ours.length < modulesMin)
  console.error(`Only ${ours.length} modules were read, ${modulesMin} or more were expected: the check does not see the project.`)
const areTablesFresh = run('scripts/generate-tables.ts', '--verify').status === 0
const isFine = summary.violations.length === 0 && ours.length >= modulesMin && areTablesFresh
console.log(`${ours.length} modules, ${summary.violations.length} violations, table types ${areTablesFresh ? 'fresh' : 'stale'}`)
process.exitCode = isFine ? 0 : 1

function cruise(): Cruised {
  const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'
  const roots = ['contract/src', 'server/src', 'server/test', 'web/src', 'scripts', 'e2e']
  const { stdout, stderr } = run(cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...roots)
  if (!stdout) throw new Error(`dependency-cruiser said nothing: ${stderr}`)
  return JSON.parse(stdout) as Cruised
}

function run(...args: string[]) {
  return spawnSync(process.execPath, args, {
    cwd: projectDir,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
