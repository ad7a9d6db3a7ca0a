import { expect, test } from 'vitest'
import { recogniseNumbers } from './recognise-numbers.ts'

const [mobile, fixed, service, german] = ['+31612345678', '+31201234567', '+31880123456', '+4915112345678']

test.each([
  ['a mobile in its place', { phone: fixed, mobile }, { phone: fixed, mobile }],
  ['a mobile in the column of fixed lines', { phone: mobile, mobile: null }, { phone: mobile, mobile }],
  ['a fixed line in the column of mobiles', { phone: null, mobile: fixed }, { phone: fixed, mobile: null }],
  ['an 088 number in the column of mobiles', { phone: null, mobile: service }, { phone: service, mobile: null }],
  ['a German mobile', { phone: null, mobile: german }, { phone: null, mobile: german }],
  ['what is no number', { phone: null, mobile: 'onbekend' }, { phone: 'onbekend', mobile: null }],
  ['nothing', { phone: null, mobile: null }, { phone: null, mobile: null }],
])('%s is recognised', (_what, given, recognised) => {
  expect(recogniseNumbers(given, true)).toEqual(recognised)
  expect(recogniseNumbers(given, false)).toEqual(given)
})
