import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Bytes of a screenshot at most; larger ones are made smaller before they leave the browser. */
export const feedbackImageMax = 2_000_000

export const feedbackApi = {
  send: endpoint({
    method: 'POST',
    path: '/feedback',
    access: 'loggedIn',
    summary: 'Tell the makers something, with a picture of the screen in which personal data were made unreadable',
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(3, 'feedback.textMissing'), z.maxLength(4_000)),
      /** A PNG or JPEG as a data URL. */
      image: z.nullable(
        z
          .string()
          .check(
            z.maxLength(Math.ceil(feedbackImageMax * 1.4)),
            z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/, 'feedback.imageInvalid'),
          ),
      ),
      context: z.object({
        route: z.string().check(z.maxLength(500)),
        version: z.string().check(z.maxLength(100)),
        screen: z.string().check(z.maxLength(40)),
        browser: z.string().check(z.maxLength(300)),
        requestIDs: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20)),
      }),
    }),
    response: z.object({ feedbackID: z.number() }),
  }),
}
