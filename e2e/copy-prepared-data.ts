import { execFileSync } from 'node:child_process'
import { makeTempFolder } from '../server/test/make-temp-folder.ts'

/** Where the folders of prepared-data.ts are: without the year of the demo, and with it. */
export const preparedVariables = { '0': 'PREPARED_DATA', '1': 'PREPARED_DATA_WITH_PAST' } as const

/** A data folder of the caller's own that the product was started on before; an empty one where none was prepared. */
export function copyPreparedData(past: string | undefined): string {
  const dataDir = makeTempFolder('e2e')
  const prepared = process.env[preparedVariables[past === '1' ? '1' : '0']]
  // Its files belong to several accounts, which Node's own copying would not keep.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
  return dataDir
}
