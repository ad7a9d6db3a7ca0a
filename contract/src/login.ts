import * as z from 'zod/mini'
import { Contact } from './contact.ts'
import { endpoint } from './endpoint.ts'
import { Granularity } from './granularity.ts'
import { Locale } from './locale.ts'
import { BodyId } from './paging.ts'
import { NewPassword, passwordLengthMax } from './password.ts'
import { signInStages } from './sign-in-stage.ts'
import { FactorType } from './two-factor.ts'

/** A column as a user left it: hidden when its class has the word d-none (spec §3, Settings). The list's order is the order on screen. */
export const ColumnSetting = z.strictObject({
  key: z.string().check(z.maxLength(60)),
  headerProps: z.strictObject({ class: z.string().check(z.maxLength(200)), width: z.optional(z.number()) }),
})

/** What a user chose at one customer (spec §3, Selection): the filters of lists, and right groups. */
const few = z.refine<object>((kept) => Object.keys(kept).length <= 40)
const KeptSelection = z.strictObject({
  filters: z
    .record(z.string().check(z.maxLength(40)), z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))).check(few))
    .check(few),
  rightGroups: z.array(BodyId).check(z.maxLength(50)),
  /** The teams whose calls one looks at. */
  teams: z.optional(z.array(BodyId).check(z.maxLength(100))),
  /** By list: the view that it opens with. */
  views: z.optional(z.record(z.string().check(z.maxLength(40)), BodyId).check(few)),
})
export type KeptSelection = z.infer<typeof KeptSelection>
const selectionsMax = 500

export const Settings = z.object({
  monitorHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  batchHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  caseHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  userHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  scriptHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  callbackHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  contactHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  complaintHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  /** By the id of the customer; 0 is of the whole installation. */
  selection: z
    .record(z.string().check(z.regex(/^[0-9]{1,16}$/)), KeptSelection)
    .check(z.refine((kept) => Object.keys(kept).length <= selectionsMax)),
  /** By the id of the customer: the queues on the wall, and whether each stands by itself. */
  wallboard: z
    .record(
      z.string().check(z.regex(/^[0-9]{1,16}$/)),
      z.strictObject({ queues: z.array(BodyId).check(z.maxLength(100)), multi: z.boolean() }),
    )
    .check(z.refine((kept) => Object.keys(kept).length <= selectionsMax)),
  /** By the id of the customer: which calls the report is about, by which buckets, and whether it says what changed. */
  callReport: z
    .record(
      z.string().check(z.regex(/^[0-9]{1,16}$/)),
      z.strictObject({
        teams: z.array(BodyId).check(z.maxLength(100)),
        queues: z.array(BodyId).check(z.maxLength(100)),
        granularity: z.nullable(Granularity),
        compare: z.boolean(),
      }),
    )
    .check(z.refine((kept) => Object.keys(kept).length <= selectionsMax)),
  smallMenuToggle: z.boolean(),
  /** Does a case show its panel of details? */
  caseInfo: z.boolean(),
  /** How one is notified of each kind; left out: in the app. */
  notifications: z.record(z.string().check(z.maxLength(40)), z.enum(['off', 'app', 'mail'])).check(few),
  /** Is the tour still to be shown? */
  tour: z.boolean(),
  locale: Locale,
})
export type Settings = z.infer<typeof Settings>

const defaults: Settings = {
  monitorHeaders: [],
  batchHeaders: [],
  caseHeaders: [],
  userHeaders: [],
  scriptHeaders: [],
  callbackHeaders: [],
  contactHeaders: [],
  complaintHeaders: [],
  selection: {},
  wallboard: {},
  callReport: {},
  smallMenuToggle: false,
  caseInfo: true,
  notifications: {},
  tour: false,
  locale: 'nl',
}

/** The settings as kept, with the standard for what was never set. What an older version kept and this one does not understand is left out, by the key. */
export function settingsOf(kept: unknown): Settings {
  const given = z.safeParse(z.record(z.string(), z.unknown()), kept).data ?? {}
  const understood = Object.entries(Settings.shape).flatMap(([key, shape]) => {
    const read = z.safeParse(shape as z.ZodMiniType, given[key])
    return read.success ? [[key, read.data] as const] : []
  })
  return { ...defaults, ...Object.fromEntries(understood) }
}

export const LoginInfo = z.object({
  userID: z.number(),
  username: z.string(),
  rights: z.array(z.number()),
  contactInfo: Contact,
  settings: Settings,
  customerID: z.nullable(z.number()),
  /** Some of what goes out is simulated. */
  simulation: z.boolean(),
  /** All of it is: saying so once is enough. */
  onlySimulation: z.boolean(),
})
export type LoginInfo = z.infer<typeof LoginInfo>

/** What signing in asks next; `methods` are those that the user can give a code by. */
export const NextStep = z.object({
  next: z.enum(['ok', 'otp', '2fa_setup', 'password_expired']),
  methods: z.optional(z.array(FactorType)),
})
export type NextStep = z.infer<typeof NextStep>

const Password = z.string().check(z.maxLength(passwordLengthMax))
const LinkToken = z.string().check(z.minLength(1), z.maxLength(200))

export const loginApi = {
  ping: endpoint({
    method: 'GET',
    path: '/login/ping',
    access: 'public',
    summary: 'Is this browser signed in?',
    /** `next` and `methods` of who is halfway: a reload of the screen, or the way back from the organisation's sign-in, goes on from there. */
    response: z.object({ loggedIn: z.boolean(), enforce2fa: z.boolean(), ...z.partial(NextStep).shape }),
  }),
  info: endpoint({ method: 'GET', path: '/login/info', access: 'loggedIn', summary: 'Who am I, what may I', response: LoginInfo }),
  logIn: endpoint({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Sign in',
    body: z.object({ username: z.string().check(z.maxLength(200)), password: z.string().check(z.maxLength(500)) }),
    response: NextStep,
  }),
  logOut: endpoint({
    method: 'PUT',
    path: '/login/logout',
    // Who stopped half-way may leave too.
    access: { stages: signInStages },
    summary: 'End this session',
  }),
  changeLocale: endpoint({
    method: 'PUT',
    path: '/login/locale',
    access: 'loggedIn',
    summary: 'Keep my language',
    body: z.object({ locale: Locale }),
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/login/settings',
    access: 'loggedIn',
    summary: 'Keep my settings; only the given ones change, and one that is not kept is refused',
    body: z.object({ settings: z.partial(z.strictObject(Settings.shape)) }),
    response: Settings,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/login/reset',
    access: 'public',
    summary: 'Mail a link to choose a new password. The answer is the same whether the user exists or not',
    body: z.object({
      username: z.string().check(z.trim(), z.minLength(1, 'login.usernameMissing'), z.maxLength(200)),
      locale: Locale,
      sendMail: z._default(z.boolean(), true),
    }),
  }),
  replacePassword: endpoint({
    method: 'PUT',
    path: '/login/replace',
    access: { stages: ['full', 'passwordExpired'] },
    summary: 'Change my password, knowing the old one; every other session of mine ends',
    body: z.object({ oldPassword: Password, newPassword: NewPassword }),
    response: NextStep,
  }),
  checkLink: endpoint({
    method: 'GET',
    path: '/login/change/:token',
    access: 'public',
    summary: 'May this link still choose a password, and whose',
    params: z.object({ token: LinkToken }),
    response: z.object({ valid: z.literal(true), username: z.string(), kind: z.enum(['reset', 'invite']) }),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/login/change',
    access: 'public',
    summary: 'Choose a password with a link, once; every session of the user ends',
    body: z.object({ token: LinkToken, newPassword: NewPassword }),
  }),
}
