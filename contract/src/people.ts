import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What colleagues are called. */
export const peopleApi = {
  names: endpoint({
    method: 'GET',
    path: '/people',
    access: 'loggedIn',
    summary: 'The names of the users who work for a customer of mine, by their login names; those without a name are left out',
    response: z.array(z.object({ username: z.string(), name: z.string() })),
  }),
}
