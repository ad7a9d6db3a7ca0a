import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'

/** A column as a user left it: hidden when its class has the word d-none (spec §3, Settings). The list's order is the order on screen. */
export const ColumnSetting = z.object({
  key: z.string().check(z.maxLength(60)),
  headerProps: z.object({ class: z.string().check(z.maxLength(200)), width: z.optional(z.number()) }),
})
export type ColumnSetting = z.infer<typeof ColumnSetting>

export const Settings = z.object({
  monitorHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  batchHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  caseHeaders: z.array(ColumnSetting).check(z.maxLength(100)),
  smallMenuToggle: z.boolean(),
  locale: Locale,
})
export type Settings = z.infer<typeof Settings>

export const LoginInfo = z.object({
  userID: z.number(),
  username: z.string(),
  rights: z.array(z.number()),
  contactInfo: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  settings: Settings,
  customerID: z.nullable(z.number()),
  simulation: z.boolean(),
})
export type LoginInfo = z.infer<typeof LoginInfo>

export const loginApi = {
  ping: endpoint({
    method: 'GET',
    path: '/login/ping',
    access: 'public',
    summary: 'Is this browser signed in?',
    response: z.object({ loggedIn: z.boolean(), enforce2fa: z.boolean() }),
  }),
  info: endpoint({ method: 'GET', path: '/login/info', access: 'loggedIn', summary: 'Who am I, what may I', response: LoginInfo }),
  logIn: endpoint({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Sign in',
    body: z.object({ username: z.string().check(z.maxLength(200)), password: z.string().check(z.maxLength(500)) }),
    response: z.object({ next: z.enum(['ok', 'otp', '2fa_setup', 'password_expired']) }),
  }),
  logOut: endpoint({ method: 'PUT', path: '/login/logout', access: 'loggedIn', summary: 'End this session' }),
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
    summary: 'Keep my settings; only the given ones change',
    body: z.object({ settings: z.partial(Settings) }),
    response: Settings,
  }),
}
