import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { templateApi } from '@regie/contract/template-api.ts'
import type { TemplateLint } from '@regie/contract/templates.ts'
import { textOfApproved } from '@regie/contract/whatsapp.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { cleaned } from './composing/clean-written.ts'
import { bodyIn, textWithSections, withSections } from './composing/compose-texts.ts'
import { plainTextOf } from './composing/mail-mjml.ts'
import { readabilityOf } from './composing/readability.ts'
import { sampleCases } from './sample-of-cases.ts'
import { findSections } from './sections.ts'
import { templateUses } from './template-impact.ts'
import { findRow, findTemplateRef } from './template-rows.ts'

type Question = RequestOf<typeof templateApi.lint>['body']

/** How a text reads, and of how many real cases it would lack a field. The faults of a text come with its preview. */
export async function lintTemplate(
  { db }: Services,
  caller: Caller,
  templateId: number,
  { locale, written: given, options }: Question,
): Promise<TemplateLint> {
  const ref = await findTemplateRef(db, caller, templateId)
  const { kind } = await findRow(db, ref)
  const sections = await findSections(db, ref.customerId, kind)
  const { subject, preheader = '', text, blocks, approved } = bodyIn(await cleaned(given), locale)
  const whole =
    kind === 'email'
      ? plainTextOf(withSections(blocks, locale, sections))
      : kind === 'whatsapp' && approved
        ? textOfApproved(approved)
        : textWithSections(text, locale, sections)
  // The words of a button name no sentence; its address is none.
  const readability = readabilityOf(whole, locale)
  if (!caller.rights.includes(Right.viewCases)) return { readability, sample: null }
  const { scripts } = await templateUses(db, ref)
  const scriptIds = scripts.map(({ scriptID }) => scriptID)
  const sample = await sampleCases(db, `${subject} ${preheader} ${whole}`, { customerId: ref.customerId, scriptIds, options, locale })
  return { readability, sample }
}
