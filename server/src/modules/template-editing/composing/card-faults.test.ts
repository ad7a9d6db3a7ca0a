import { TemplateOptions } from '@regie/contract/templates.ts'
import { expect, test } from 'vitest'
import { faultsOf } from './template-faults.ts'

const written = { nl: { subject: '', text: 'Betaal hier: {{betaallink}}', blocks: [] } }
const cardFaults = (kind: 'sms' | 'email', card: Partial<TemplateOptions>) =>
  faultsOf(kind, written, false, {
    ...{ options: { ...TemplateOptions.parse({}), ...card }, fields: new Set(['naam', 'betaallink']), sections: new Map() },
  }).filter(({ fault }) => fault === 'cardField')

test('a merge field on the card of a link keeps a text from being activated, also one that is known or half written', () => {
  expect(cardFaults('sms', { cardTitle: 'Voor {{naam}}' })).toMatchObject([{ detail: 'naam', blocks: true, mayPass: false }])
  expect(cardFaults('sms', { cardDescription: 'Open {{bedrag' })).toMatchObject([{ detail: 'bedrag', blocks: true }])
  expect(cardFaults('sms', { cardTitle: 'Uw bericht {1}', cardDescription: 'Van ons' })).toEqual([])
})
