import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const file = path.resolve(import.meta.dirname, '../../../package.json')

/** The version of the product, as its package says. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8')))
