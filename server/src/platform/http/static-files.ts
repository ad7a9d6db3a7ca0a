import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appPreloads } from './app-preloads.ts'
import { replyWithError } from './error-reply.ts'
import { AppError } from '../app-error.ts'
import { phonePolicy } from './security-headers.ts'

/** The built browser app: files with a hash in their name for ever, the rest asked for each time; any other path is the app's own. */
export async function serveBrowserApp(
  app: FastifyInstance,
  dir: string,
  mayBeSignedIn: (request: FastifyRequest) => boolean = () => false,
  phonesOf: (request: FastifyRequest) => Promise<string[]> = () => Promise.resolve([]),
) {
  const isBuilt = existsSync(path.join(dir, 'index.html'))
  const preloads = isBuilt ? appPreloads(dir) : null
  const sendApp = async (request: FastifyRequest, reply: FastifyReply) => {
    if (preloads !== null && mayBeSignedIn(request)) reply.header('link', preloads)
    // Without a database the app still opens, and says itself what is wrong.
    const phones = mayBeSignedIn(request) ? await phonesOf(request).catch(() => []) : []
    // What a browser keeps would carry the policy of somebody else, and "not modified" that of the page before sign-in.
    if (phones.length > 0)
      return reply
        .code(200)
        .header('content-security-policy', phonePolicy(phones))
        .header('cache-control', 'no-store')
        .sendFile('index.html', { etag: false, lastModified: false })
    return reply.code(200).header('cache-control', 'no-cache').sendFile('index.html')
  }
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: dir,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, file) => {
        const kept = file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'
        if (reply.getHeader('cache-control') !== 'no-store') reply.header('cache-control', kept)
        // The chat of a customer's site is fetched from there.
        if (file.includes(`${path.sep}widget${path.sep}`)) reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
    app.get('/', sendApp)
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !isOfServer(request)
    if (isBuilt && isPage) return sendApp(request, reply)
    return replyWithError(new AppError('error.notFound'), request, reply)
  })
}

// A missing file of the build must say so: a browser with an old page recognises by it that there is a new version.
const isOfServer = ({ url }: FastifyRequest) => /^\/(api|assets|widget)(\/|$|\?)/.test(url)
