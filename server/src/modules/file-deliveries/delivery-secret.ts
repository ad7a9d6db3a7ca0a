import { decrypt, encrypt } from '../../platform/security/encryption.ts'

type Place = { customerId: number; id: number }

export const sealSecret = (secretKey: Buffer, place: Place, secret: string): Buffer => encrypt(secretKey, secret, purposeOf(place))

export const openSecret = (secretKey: Buffer, place: Place, sealed: Buffer): string => decrypt(secretKey, sealed, purposeOf(place))

const purposeOf = ({ customerId, id }: Place) => `file delivery ${customerId}/${id}`
