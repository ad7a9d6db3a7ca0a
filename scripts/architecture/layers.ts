import { spawnSync } from 'node:child_process'
import path from 'node:path'

type Cruised = {
  modules: { source: string; coreModule?: boolean }[]
  summary: { violations: { from: string; to: string; rule: { name: string; severity: string }; cycle?: { name: string }[] }[] }
}

const projectDir = path.resolve(import.meta.dirname, '../..')
const cruiser = path.join(projectDir, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

/** What breaks the rules of `.dependency-cruiser.mjs` under these folders, and how many modules of ours were read. */
export function checkLayers(roots: string[], dir = projectDir): { faults: string[]; modules: number } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cruiser, '--config', path.join(projectDir, '.dependency-cruiser.mjs'), '--output-type', 'json', ...roots],
    { cwd: dir, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  if (!stdout) throw new Error(`dependency-cruiser printed nothing: ${stderr}`)
  const { modules, summary } = JSON.parse(stdout) as Cruised
  const faults = summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to}`,
  )
  return { faults, modules: modules.filter(({ source, coreModule }) => !coreModule && !source.includes('node_modules')).length }
}
