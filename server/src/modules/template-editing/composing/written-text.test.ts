import { fieldsAsked } from '../../templates/render-template.ts'
import { demoTemplates } from '../../../../../scripts/demo/demo-templates.ts'
import { expect, test } from 'vitest'
import { alwaysFields } from '@regie/contract/templates.ts'
import { faultsOf } from './template-faults.ts'
import { writtenOf } from './written-text.ts'

test('the e-mails that come with a demo have a preheader in their editor and in what is sent, and nothing is remarked on them', () => {
  const fields = new Set<string>(alwaysFields)
  const mails = demoTemplates.filter(({ kind }) => kind === 'email')
  expect(mails.length).toBeGreaterThan(0)
  for (const { key, kind, texts } of mails) {
    const written = writtenOf({ kind, written: null, texts })
    expect(faultsOf(kind, written, false, { fields, sections: new Map() }), key).toEqual([])
    for (const locale of ['nl', 'eng', 'fr'] as const) {
      const { preheader = '', html = '' } = texts[locale]
      expect(written[locale]?.preheader).toBe(preheader)
      expect(html).toContain(`>${preheader}</div>`)
    }
    expect(fieldsAsked(texts).filter((name) => !fields.has(name))).toEqual([])
  }
})

test('a WhatsApp text that came with its buttons is opened with them, and with the words above them alone', () => {
  const asking = demoTemplates.filter(({ texts }) => texts.nl?.choices !== undefined)
  expect(asking.length).toBeGreaterThan(0)
  for (const { kind, texts } of asking) {
    const { nl } = writtenOf({ kind, written: null, texts })
    expect(nl?.choices).toEqual(texts.nl?.choices)
    expect(nl?.text).not.toContain('[')
    expect(nl?.approved).toBeUndefined()
  }
})
