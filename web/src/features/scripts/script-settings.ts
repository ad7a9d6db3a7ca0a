import type { ScriptInfo } from '@regie/contract/script-settings.ts'
import { DialingMode } from '@regie/contract/dialing.ts'
import { Locale } from '@regie/contract/locale.ts'
import * as z from 'zod/mini'
import type { AppForm } from '../../ui/form.tsx'

const whole = (least: number, most: number) => z.number().check(z.int(), z.gte(least), z.lte(most))

/** What the form of a script takes. */
export const Settings = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, 'script.nameMissing')),
    active: z.boolean(),
    maxLines: whole(1, 500),
    maxTransfers: whole(0, 499),
    dialing: DialingMode,
    callerID: z.string().check(z.trim()),
    voice: z.string(),
    language: Locale,
    voicemailDetection: z.boolean(),
    callProvider: z.nullable(z.number()),
    emailProvider: z.nullable(z.number()),
    smsProvider: z.nullable(z.number()),
    smsBackupProvider: z.nullable(z.number()),
    whatsappProvider: z.nullable(z.number()),
    smsPerHour: whole(0, 36_000),
    alwaysOpen: z.boolean(),
  })
  // Shown while one types (spec §5), and again by the server.
  .check(z.refine(({ maxLines, maxTransfers }) => maxLines > maxTransfers, { error: 'script.linesTooFew', path: ['maxTransfers'] }))
export type Settings = z.infer<typeof Settings>
export const settingNames = Object.keys(Settings.shape) as (keyof Settings)[]
export const settingsOf = (script: ScriptInfo) => Object.fromEntries(settingNames.map((name) => [name, script[name]])) as Settings

/** What a part of the form gets. */
export type SettingsPart = { form: AppForm<Settings>; script: ScriptInfo }

// What is set stays a choice, though its provider may not offer it today.
export function optionsOf(standard: string, current: string, offered: readonly string[]) {
  const names = [...new Set([...offered, ...(current === '' ? [] : [current])])]
  return [{ value: '', label: standard }, ...names.map((name) => ({ value: name, label: name }))]
}
