/**
 * How far somebody is with signing in. Only `full` opens the product. The others are sessions that may do nothing but their next step:
 * give a code (`otp`), set up two-factor authentication because the organisation demands it (`2faSetup`), or choose a new password (`passwordExpired`).
 */
export const signInStages = ['full', 'otp', '2faSetup', 'passwordExpired'] as const
export type SignInStage = (typeof signInStages)[number]
