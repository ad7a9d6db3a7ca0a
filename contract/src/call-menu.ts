import * as z from 'zod/mini'

const StepKey = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

/** The keys of a telephone, in the order in which screens show them. */
export const phoneKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'] as const
export const PhoneKey = z.enum(phoneKeys)
export type PhoneKey = z.infer<typeof PhoneKey>

/** `name`: what staff call the choice, as the timeline says it. */
const Choice = { key: PhoneKey, name: z.string().check(z.trim(), z.maxLength(60)) }

/**
 * What a key does: goes on with another step when the call has ended, says that somebody else picked up (and goes on), waits for a colleague, says the
 * text again, or says another one, after which the same keys may be pressed.
 */
export const MenuKey = z.discriminatedUnion('act', [
  z.object({ act: z.literal('goTo'), ...Choice, next: StepKey }),
  z.object({ act: z.literal('wrongPerson'), ...Choice, next: StepKey }),
  z.object({ act: z.literal('agent'), ...Choice }),
  z.object({ act: z.literal('repeat'), ...Choice }),
  z.object({ act: z.literal('hear'), ...Choice, template: z.string() }),
])
export type MenuKey = z.infer<typeof MenuKey>
export const keyActs = ['goTo', 'agent', 'hear', 'repeat', 'wrongPerson'] as const satisfies MenuKey['act'][]
export type KeyAct = MenuKey['act']

/** The keys that who picks up a call may press while its text is spoken and after. */
export const CallMenu = z.object({
  keys: z.array(MenuKey).check(z.maxLength(phoneKeys.length)),
  /** So long is waited after a text; then it is said once more, and then the way of `none` is taken. */
  waitSeconds: z.number().check(z.int(), z.gte(2), z.lte(30)),
  /** So often a key that stands for nothing lets the text be said again; one more, and the way of `none` is taken. */
  wrongMax: z.number().check(z.int(), z.gte(0), z.lte(5)),
  /** Where a case goes whose person chose nothing. */
  none: StepKey,
})
export type CallMenu = z.infer<typeof CallMenu>

/** Who picks up shows who they are, by digits, before anything of the debt is said. */
export const CallIdentity = z.object({
  /** What is heard when the digits were right: only here the debt may be named. */
  template: z.string(),
  tries: z.number().check(z.int(), z.gte(1), z.lte(3)),
  /** Where a case goes whose person did not show who they are. */
  failed: StepKey,
})
export type CallIdentity = z.infer<typeof CallIdentity>

/** What a call ended with beside its keys: nothing was chosen, or who picked up did not show who they are. */
export const noChoice = 'none'
export const unidentified = 'unidentified'
/** Who picked up showed who they are; what they choose after that takes its place. */
export const identified = 'identified'

/** Does a choice end the part of a call in which keys are pressed? Texts are heard as often as somebody likes. */
export const isFinalAct = (act: KeyAct): boolean => act !== 'repeat' && act !== 'hear'

type Asks = { menu?: CallMenu | undefined; identity?: CallIdentity | undefined }

/** The ways of a step that calls, beside the one of all others, by what was chosen. */
export function menuWays({ menu, identity }: Asks): { to: string; answer: string }[] {
  const keys = (menu?.keys ?? []).flatMap((one) => ('next' in one ? [{ to: one.next, answer: one.key as string }] : []))
  return [
    ...keys,
    ...(menu ? [{ to: menu.none, answer: noChoice }] : []),
    ...(identity ? [{ to: identity.failed, answer: unidentified }] : []),
  ]
}

/** The same settings with each of those ways led elsewhere; `lead` gets the answer and where it led. */
export function leadMenu<Settings extends Asks>(settings: Settings, lead: (answer: string, to: string) => string): Settings {
  const { menu, identity } = settings
  return {
    ...settings,
    ...(menu && {
      menu: {
        ...menu,
        keys: menu.keys.map((one) => ('next' in one ? { ...one, next: lead(one.key, one.next) } : one)),
        none: lead(noChoice, menu.none),
      },
    }),
    ...(identity && { identity: { ...identity, failed: lead(unidentified, identity.failed) } }),
  }
}
