import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const systemApi = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'The process is alive',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary: 'The process can serve: database reached, migrations done',
    response: z.object({ status: z.enum(['ok', 'unavailable']) }),
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description',
    response: z.record(z.string(), z.unknown()),
  }),
}
