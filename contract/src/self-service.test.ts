import { expect, test } from 'vitest'
import { selfServiceApi, usualRules } from './self-service.ts'

const urlFault = (helpUrl: string) => {
  const read = selfServiceApi.change.body?.safeParse({ ...usualRules, helpUrl, version: 1 })
  return read?.error?.issues[0]?.path.join() ?? null
}

test.each(['', 'https://geldfit.nl', 'https://geldfit.nl/hulp?bij=schulden', 'https://xn--hlp-0na.nl:8443/'])(
  '%j is a place of help',
  (url) => expect(urlFault(url)).toBeNull(),
)

test.each(['https://[', 'https://%', 'https:///', 'https://x:99999', 'http://geldfit.nl', 'javascript:alert(1)'])(
  '%j leads nowhere',
  (url) => expect(urlFault(url)).toBe('helpUrl'),
)
