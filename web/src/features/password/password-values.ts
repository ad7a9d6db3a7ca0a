import { passwordFaults } from '@regie/contract/password.ts'
import * as z from 'zod/mini'

export type PasswordValues = { oldPassword: string; newPassword: string; repeated: string }
export const noPassword: PasswordValues = { oldPassword: '', newPassword: '', repeated: '' }

/** A new password twice, by the rules that browser and server share. */
export function passwordSchema({ username, asksOld }: { username: string; asksOld: boolean }) {
  const isPersonal = (password: string) => passwordFaults(password, { username }).includes('personal')
  const isTooWeak = (password: string) => passwordFaults(password, { username }).some((fault) => fault !== 'personal')
  return z
    .object({
      oldPassword: asksOld ? z.string().check(z.minLength(1, 'password.missing')) : z.string(),
      newPassword: z.string().check(
        z.refine((password) => !isTooWeak(password), { error: 'password.tooWeak', abort: true }),
        z.refine((password) => !isPersonal(password), { error: 'password.personal' }),
      ),
      repeated: z.string(),
    })
    .check(z.refine((values) => values.newPassword === values.repeated, { error: 'password.mismatch', path: ['repeated'] }))
}
