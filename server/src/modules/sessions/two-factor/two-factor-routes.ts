import { twoFactorApi } from '@regie/contract/two-factor.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { writeSessionCookie } from '../session-cookie.ts'
import { mustHaveSession } from '../sessions.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { confirmFactor } from './confirm-factor.ts'
import type { Added } from './finish-adding.ts'
import { giveCode } from './give-code.ts'
import { askPasskey } from '../../identity/two-factor/verify-passkey.ts'
import { listFactors } from '../../identity/two-factor/list-factors.ts'
import { newRecoveryCodes, removeFactor } from '../../identity/two-factor/remove-factor.ts'
import { sendFactorCode } from '../../identity/two-factor/send-code.ts'
import { startApp } from '../../identity/two-factor/start-app.ts'
import { startSent } from '../../identity/two-factor/start-sent.ts'

const originOf = ({ headers }: FastifyRequest) => headers.origin

function answerAdded({ config }: Services, reply: FastifyReply, { recoveryCodes, secret }: Added) {
  if (secret !== null) writeSessionCookie(reply, config, secret)
  return { recoveryCodes }
}

export const twoFactorRoutes: Route<Services>[] = [
  route(twoFactorApi.list, (services: Services, { caller }) => listFactors(services, mustHaveSession(caller))),
  route(twoFactorApi.startApp, (services: Services, { caller, body }) => startApp(services, mustHaveSession(caller), body.password)),
  route(twoFactorApi.startSent, (services: Services, { caller, params, body }) =>
    startSent(services, mustHaveSession(caller), { type: params.type, target: body.target, password: body.password }),
  ),
  route(twoFactorApi.confirm, async (services: Services, { caller, params, body, reply }) =>
    answerAdded(services, reply, await confirmFactor(services, mustHaveSession(caller), { type: params.type, token: body.token })),
  ),
  route(twoFactorApi.remove, (services: Services, { caller, body }) => removeFactor(services, mustHaveSession(caller), body)),
  route(twoFactorApi.renewRecoveryCodes, async (services: Services, { caller, body }) => ({
    recoveryCodes: await newRecoveryCodes(services, mustHaveSession(caller), body),
  })),
  route(twoFactorApi.giveCode, async (services: Services, { caller, body, request, reply }) => {
    const { secret, ...next } = await giveCode(services, mustHaveSession(caller), { ...body, origin: originOf(request) })
    writeSessionCookie(reply, services.config, secret)
    return next
  }),
  route(twoFactorApi.sendCode, (services: Services, { caller, params }) => sendFactorCode(services, mustHaveSession(caller), params.type)),
  route(twoFactorApi.askPasskey, (services: Services, { caller, request }) =>
    askPasskey(services, mustHaveSession(caller), originOf(request)),
  ),
  route(twoFactorApi.startPasskey, (services: Services, { caller, body, request }) =>
    startPasskey(services, mustHaveSession(caller), { password: body.password, origin: originOf(request) }),
  ),
  route(twoFactorApi.addPasskey, async (services: Services, { caller, body, request, reply }) =>
    answerAdded(
      services,
      reply,
      await addPasskey(services, mustHaveSession(caller), { name: body.name, answer: body.passkey, origin: originOf(request) }),
    ),
  ),
]
