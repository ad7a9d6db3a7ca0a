import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import { TemplateOptions, type TemplateDetail } from '@regie/contract/templates.ts'

/** An e-mail template of these pieces, as the server shows it. */
export function templateWith(blocks: TemplateBlock[], other: Partial<TemplateDetail> = {}): TemplateDetail {
  return {
    templateID: 7,
    customerID: 1,
    key: 'herinnering',
    kind: 'email',
    name: 'Herinnering',
    description: '',
    group: '',
    section: false,
    archived: false,
    version: 1,
    liveNo: 1,
    liveAt: '2026-03-02T10:00:00Z',
    hasDraft: false,
    content: { written: { nl: { subject: 'Uw factuur', text: '', blocks } }, options: TemplateOptions.parse({}) },
    draftVersion: 0,
    draftBy: null,
    draftAt: null,
    faults: [],
    fields: [{ key: 'naam', label: { nl: 'Naam', eng: 'Name', fr: 'Nom' } }],
    sections: [],
    usualCard: { title: 'Rijnmond Incasso', description: { nl: 'Bekijk het.', eng: 'Look.', fr: 'Voyez.' }, image: null },
    smsProviders: [],
    statusFields: [],
    ...other,
  }
}
