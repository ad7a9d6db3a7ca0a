import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { MessagePreview, messageApi } from '@regie/contract/messages.ts'
import { simplifySms, smsSegments } from '@regie/contract/sms-segments.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { textMaskFor } from '../cases/masks/case-mask.ts'
import { caseValues } from '../templates/case-values.ts'
import { tryRendering } from '../templates/render-template.ts'
import { chooseWay, linkToCome, mailsOf } from './consider-case.ts'
import { readOrder } from './message-order.ts'
import { readMany } from './read-many.ts'

type Question = RequestOf<typeof messageApi.preview>['body']

/** The message of an order for one case; what the caller may not see is masked before it stands in the text. */
export async function previewMessage(services: Services, caller: Caller, question: Question): Promise<MessagePreview> {
  const { channel: asFirst, caseID, ...plan } = question
  const { ways } = await readOrder(services, caller, asFirst, plan)
  const [first, ...next] = ways
  const considerings = [first.considering, ...next.map((way) => way.considering)] as const
  const mails = mailsOf(considerings)
  const asked = { customerId: plan.customerID, caseIds: [caseID], mails, now: services.clock.now() }
  const [read] = await readMany(services.db, services, asked)
  if (!read) throw new AppError('case.notFound')
  const { one, row, token, variables } = read
  const { considering, considered } = chooseWay(read, considerings)
  const { channel } = considering
  const mask = textMaskFor(caller, row, row.scriptFields)
  const link = token ?? (considered.needsLink ? linkToCome : null)
  const values = {
    ...variables,
    ...considering.overrides,
    ...caseValues(one, link === null ? undefined : considering.urlOf(link), considering.live.options),
  }
  const missing = considered.refused?.missing ?? []
  // A place without a value stays to be seen.
  const shown = tryRendering(
    considering.live.texts,
    {
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mask(value)])),
      ...Object.fromEntries(missing.map((name) => [name, `{{${name}}}`])),
    },
    one.locale,
  )
  if (Array.isArray(shown)) throw new Error(`a text lacks ${shown.join()} that was given`)
  return {
    ...{ caseID, caseNumber: one.caseNumber, name: mask(one.name), channel, ...shown, missing },
    ...(considering.simplify && channel === 'sms' && { text: simplifySms(shown.text) }),
    to: considered.recipient === null ? null : mask(considered.recipient),
    parts: channel === 'sms' && considered.rendered ? smsSegments(considered.rendered.text).segments : 0,
    ok: considered.refused === null,
    reason: considered.refused?.reason ?? null,
    nextAt: considered.refused?.nextAt ?? null,
  }
}
