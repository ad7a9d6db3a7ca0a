import { mollieMethods } from '../payment-providers.ts'
import type { AuditWords } from './words.ts'

type WordOf = (value: string) => string

const ofSms: WordOf = (value) => `providers.sms.choices.${value}`
const own: WordOf = (value) => `audit.choices.${value}`

// The product's own words for a choice, where a screen says it.
const ofEntity: Readonly<Record<string, WordOf>> = {
  'batch status': (value) => `batches.statuses.${value}`,
  'callback state': (value) => `arrangements.callbacks.states.${value}`,
  'promise state': (value) => `arrangements.promises.states.${value}`,
  'promisePart state': (value) => `arrangements.promises.parts.${value}`,
  'complaint state': (value) => `arrangements.complaints.states.${value}`,
  'complaint reason': (value) => `arrangements.complaints.reasons.${value}`,
  'complaint kind': (value) => `arrangements.complaints.${value}`,
  'debtHelp kind': (value) => `cases.results.${value}`,
  'interruption how': (value) => `cases.interruptionManners.${value}`,
  'conversation state': (value) => `inbox.states.${value}`,
  'promise kind': (value) => `audit.promiseKinds.${value}`,
  'chatChannel kind': (value) => `audit.channelKinds.${value}`,
  'callGuide state': (value) => `audit.choices.guide_${value}`,
  'deskCall identified_how': (value) => `audit.choices.${value}`,
  'user stage': (value) => `audit.stages.${value}`,
  'template kind': (value) => `cases.channels.${value}`,
  'provider state': (value) => `providers.states.${value}`,
  'provider kind': (value) => `providers.kinds.${value}`,
  'provider locale': (value) => `providers.payment.locales.${value}`,
  'contact salutation': (value) => `contacts.salutations.${value}`,
  'privacyRequest identified_by': (value) => `privacy.manners.${value}`,
  'privacyRequest kind': (value) => `privacy.kinds.${value}`,
  'privacyRequest state': (value) => `privacy.states.${value}`,
  'scriptVersion act': (value) => `audit.keyActs.${value}`,
  'scriptVersion key': (value) => `audit.variants.${value}`,
  'contactSubscription frequency': (value) => `contacts.subscriptions.frequencies.${value}`,
  'contactSubscription key': (value) => `contacts.subscriptions.keys.${value}`,
  'job reason': (value) => `jobs.reasons.${value}`,
  'job name': (value) => `jobs.names.${value}`,
  'fileDelivery kind': (value) => `deliveries.kinds.${value}`,
  'fileDelivery sign_in': (value) => `deliveries.signIns.${value}`,
  'staffRecord training_level': (value) => `audit.choices.${value}`,
  'printShop kind': (value) => `deliveries.kinds.${value}`,
  'printShop sign_in': (value) => `deliveries.signIns.${value}`,
  'outgoingWebhook off_reason': (value) => `webhooks.off.${value}`,
  'script dialing': (value) => `scripts.dialing.modes.${value}`,
  'caseSkip reason': (value) => `cases.skips.${value}`,
}
const ofField: Readonly<Record<string, WordOf>> = {
  result: (value) => `cases.results.${value}`,
  last_result: (value) => `cases.results.${value}`,
  result_code: (value) => `cases.results.${value}`,
  last_answer: (value) => `cases.answers.${value}`,
  answer: (value) => `cases.answers.${value}`,
  channel: (value) => `cases.channels.${value}`,
  channels: (value) => `cases.channels.${value}`,
  status: (value) => `cases.statuses.${value}`,
  header_kind: (value) => `audit.mediaKinds.${value}`,
  direction: (value) => `cases.directions.${value}`,
  retention: (value) => `cases.retentions.${value}`,
  method: (value) => `cases.paymentMethods.${value}`,
  cause: (value) => `cases.causes.${value}`,
  question: (value) => `cases.questions.${value}`,
  missed_instalment: (value) => `compliance.missedRules.${value}`,
  paused_for: (value) => `audit.pausedFor.${value}`,
  locale: (value) => `ui.choices.${value}`,
  language: (value) => `ui.choices.${value}`,
  compliance_profile: (value) => `compliance.profiles.${value}`,
  profile: (value) => `compliance.profiles.${value}`,
  amount_style: (value) => `templates.options.amounts.${value}`,
  priority: (value) => `templates.options.priorities.${value}`,
  queue_priority: (value) => `templates.options.queuePriorities.${value}`,
  op: (value) => `scripts.filters.ops.${value}`,
  combine: (value) => `scripts.filters.combineChoice.${value}`,
  id_format: ofSms,
  bind_mode: ofSms,
  long_method: ofSms,
  state: (value) => `providers.request.states.${value}`,
  modules: (value) => `providers.request.moduleNames.${value}`,
  status_image: (value) => `providers.request.images.${value}`,
  page: (value) => `cases.channels.${value}`,
  encryption: (value) => `providers.encryptions.${value}`,
  transform: (value) => `files.transforms.${value.replace(':', '-')}`,
  exceeded: (value) => `audit.fields.${value}`,
}
// What a value is made of says its kind: a step of a script, a piece of a text, a field of a case.
const ofPiece: readonly WordOf[] = [
  (value) => `cases.run.kinds.${value}`,
  (value) => `templates.blocks.types.${value}`,
  (value) => `templates.own.choices.${value}`,
  (value) => `audit.mediaKinds.${value}`,
  (value) => `scripts.fieldTypes.${value}`,
]

// A brand is called the same in every language.
const brandNames: Readonly<Record<string, string>> = mollieMethods

/** A choice in words, where the language has them: that of this entity, of this field, or of the pieces that a value is made of. */
export function choiceWord({ find }: AuditWords, entity: string | null, field: string, value: string): string | null {
  // Two keys of a telephone are no letters.
  if (!/^([\w:-]+|[*#])$/.test(value)) return null
  if (entity === 'provider' && field === 'method') return brandNames[value] ?? null
  const known = [ofEntity[`${entity} ${field}`], ofField[field], ...(choiceFields.includes(field) ? [own, ...ofPiece] : [])]
  for (const keyOf of known) {
    const word = keyOf === undefined ? null : find(keyOf(value))
    if (word !== null) return word
  }
  return null
}

// Fields that hold one of a few codes, and never what somebody typed.
const choiceFields = ['kind', 'type', 'state', 'list', 'mask', 'service']
