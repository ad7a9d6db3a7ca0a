import type { Callback } from '@regie/contract/arrangements.ts'
import type { useText } from '../locales/i18n.tsx'

/** Who is to call, in words. */
export function whoCalls(t: ReturnType<typeof useText>, { forUser }: Pick<Callback, 'forUser'>): string {
  return forUser === null ? t('arrangements.callbacks.forAnyone') : t('arrangements.callbacks.forWhom', { name: forUser.name })
}
