import { stripVTControlCharacters } from 'node:util'
import { expectThat, type Finding } from './fault-lab.ts'
import { runServerTest } from './run-server-test.ts'

/** An hour of 200 lines, 40 agents and 20,000 cases on the simulated exchange, whose figures are recomputed from what the exchange knows. */
export async function hourOfCalls(): Promise<Finding[]> {
  const { isFine, output } = await runServerTest('server/src/modules/dialing/simulated-hour.test.ts', { WHOLE_HOUR: '1' })
  const figures = /^\d+ calls, .*$/m.exec(stripVTControlCharacters(output))?.[0] ?? 'no figures'
  return [expectThat(isFine, `an hour of calls: ${figures}${isFine ? '' : `\n${output.slice(0, 4_000)}`}`)]
}
