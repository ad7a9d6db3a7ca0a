import type { TextFile } from './messages.ts'

/** What the sign-in screens show. */
export const signInFiles: readonly TextFile[] = ['changePassword', 'errors', 'forgot', 'login', 'otp', 'twoFactor', 'ui']

/** What every screen behind the sign-in shows: the menu, the toolbar, refusals, progress of bulk work. Other texts come with their screen (`withTexts`). */
export const shellFiles: readonly TextFile[] = [
  'account',
  'app',
  'batches',
  'bulk',
  'cases',
  'undo',
  'errors',
  'refusals',
  'feedback',
  'fields',
  'keys',
  'live',
  'login',
  'maintenance',
  'menu',
  'selection',
  'ui',
]
