import nl from './nl.json'

/** The Dutch that comes with the code of the sign-in screens. In the build it is only what they say: see web/sign-in-texts.ts, which takes the place of this file. */
export const signInTexts = nl
