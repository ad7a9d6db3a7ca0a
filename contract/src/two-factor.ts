import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'

/** What a second factor can be. A recovery code is given in the place of any of them. */
export const factorTypes = ['app', 'sms', 'email', 'passkey'] as const
export const FactorType = z.enum(factorTypes)
export type FactorType = z.infer<typeof FactorType>

/** The factors whose code we send. */
export const SentFactorType = z.enum(['sms', 'email'])
export type SentFactorType = z.infer<typeof SentFactorType>
const CodeFactorType = z.enum(['app', 'sms', 'email'])

/** Seconds before a code may be sent again. */
export const resendAfterSeconds = 30

/** Six digits, or a recovery code of ten characters in two groups; spaces and case do not count. */
const Token = z.string().check(z.trim(), z.minLength(6, 'twoFactor.tokenInvalid'), z.maxLength(20, 'twoFactor.tokenInvalid'))
const Password = z.string().check(z.minLength(1, 'twoFactor.passwordMissing'), z.maxLength(500))
/** Not asked in the stage `2faSetup`, where the password was given a moment ago; then it is left out. */
const PasswordAgain = z.optional(Password)

/** What a browser's WebAuthn interface gives and takes; checked by the library, not by us. */
const WebAuthnJson = z.record(z.string(), z.unknown())

export const Factor = z.object({
  type: FactorType,
  /** Masked: `06 •• •• 12`, `j•••@example.nl`, or the name of a passkey. */
  target: z.string(),
  since: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Only of passkeys, of which somebody may have several. */
  passkeyID: z.optional(z.number()),
})
export type Factor = z.infer<typeof Factor>

export const SentCode = z.object({ sent: z.literal(true), target: z.string(), retryAfter: z.number() })
export type SentCode = z.infer<typeof SentCode>

const setupStages = { stages: ['full', '2faSetup'] } as const
/** Shown once, when the first factor is confirmed or new ones are asked for. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const twoFactorApi = {
  list: endpoint({
    method: 'GET',
    path: '/login/2fa',
    access: setupStages,
    summary: 'My second factors, and how many recovery codes are left',
    response: z.object({ methods: z.array(Factor), recoveryLeft: z.number(), enforced: z.boolean(), asksPassword: z.boolean() }),
  }),
  startApp: endpoint({
    method: 'POST',
    path: '/login/2fa/app',
    access: setupStages,
    summary: 'Begin with an authenticator app: its key, as a QR code too. It counts after a first code',
    body: z.object({ password: PasswordAgain }),
    response: z.object({ secret: z.string(), otpauthUrl: z.string(), qrSvg: z.string() }),
  }),
  startSent: endpoint({
    method: 'POST',
    path: '/login/2fa/:type',
    access: setupStages,
    summary: 'Begin with codes by SMS or e-mail: sends the first to the target, by default the number or address of my account',
    params: z.object({ type: SentFactorType }),
    body: z.object({
      issuer: z.optional(z.string().check(z.maxLength(100))),
      target: z.optional(z.string().check(z.trim(), z.maxLength(254, 'twoFactor.targetInvalid'))),
      password: PasswordAgain,
    }),
    response: SentCode,
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/login/2fa/:type',
    access: setupStages,
    summary: 'Add the begun factor by its first code. In the stage 2faSetup this opens the session',
    params: z.object({ type: CodeFactorType }),
    body: z.object({ token: Token }),
    response: z.object({ recoveryCodes: z.nullable(z.array(z.string())) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/login/2fa',
    access: 'loggedIn',
    summary: 'Remove a factor, with password and a code of any factor; the last one stays while the organisation demands one',
    body: z.object({ type: FactorType, passkeyID: z.optional(Id), password: Password, token: Token }),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/login/2fa/recovery',
    access: 'loggedIn',
    summary: 'Ten new recovery codes; the old ones no longer count',
    body: z.object({ password: Password, token: Token }),
    response: RecoveryCodes,
  }),
  giveCode: endpoint({
    method: 'POST',
    path: '/login/otp',
    access: { stages: ['otp'] },
    summary: 'The code that signing in asked for, a recovery code, or what the passkey answered',
    body: z.object({ token: z.optional(Token), passkey: z.optional(WebAuthnJson) }),
    response: z.object({ next: z.enum(['ok', 'password_expired']), recoveryLeft: z.optional(z.number()) }),
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/login/otp/:type',
    access: { stages: ['otp', 'full'] },
    summary: 'Send a code by SMS or e-mail: to sign in, or to remove a factor',
    params: z.object({ type: SentFactorType }),
    response: SentCode,
  }),
  askPasskey: endpoint({
    method: 'POST',
    path: '/login/otp/passkey',
    access: { stages: ['otp'] },
    summary: 'What a browser needs to let a passkey answer',
    response: WebAuthnJson,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/login/passkeys/start',
    access: setupStages,
    summary: 'What a browser needs to make a passkey for me',
    body: z.object({ password: PasswordAgain }),
    response: WebAuthnJson,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/login/passkeys',
    access: setupStages,
    summary: 'Add the passkey that the browser made. In the stage 2faSetup this opens the session',
    body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), passkey: WebAuthnJson }),
    response: z.object({ recoveryCodes: z.nullable(z.array(z.string())) }),
  }),
}
