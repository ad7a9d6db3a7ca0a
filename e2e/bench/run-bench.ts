import { allGoals } from './goals/all-goals.ts'
import { readOptions } from './options.ts'
import { machineLine, resultOf, tableOf, type Result } from './report.ts'
import { openWorld } from './world/world.ts'

// npm run bench [-- --short] [--json] [--only P1,P2] [--keep] [--cases 20000]
const options = readOptions(process.argv.slice(2))
// With --json the table's place is taken: whoever reads along reads it at stderr.
const say = (text: string) => process.stderr.write(`${text}\n`)
const world = await openWorld(options, say)
let hasFailed = false
try {
  const results: Result[] = []
  for (const goal of allGoals.filter(({ id }) => options.only?.includes(id) ?? true)) {
    say(`${goal.id} ${goal.work} …`)
    try {
      const rows = await goal.measure(world)
      results.push(...rows.map((row) => resultOf(row, options.isShort)))
    } catch (error) {
      // One goal that cannot be measured must not hide the others.
      hasFailed = true
      const note = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
      results.push({
        ...resultOf(
          { id: goal.id, work: goal.work, unit: 'not measured', limit: null, ours: Number.NaN, goal: { none: true }, note },
          options.isShort,
        ),
        verdict: 'FAIL',
      })
    }
  }
  const machine = await machineLine(world)
  const failed = results.filter(({ verdict }) => verdict === 'FAIL').length
  hasFailed ||= failed > 0
  if (options.asJson) console.log(JSON.stringify({ machine, results }, null, 2))
  else {
    console.log(
      `\n${Object.entries(machine)
        .map(([key, value]) => `${key} ${value}`)
        .join(' · ')}\n\n${tableOf(results)}\n`,
    )
    console.log(`${results.filter(({ verdict }) => verdict === 'pass').length} passed, ${failed} failed`)
  }
} finally {
  await world.close()
}
process.exit(hasFailed ? 1 : 0)
