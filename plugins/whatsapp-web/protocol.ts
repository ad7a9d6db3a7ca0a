// What the server and this program say to each other: one JSON object a line, by standard input and output. The server has its own copy
// (server/src/gateways/whatsapp/web/plugin-protocol.ts); neither imports the other.

export type Order =
  | { do: 'start'; creds: string | null; url: string | null; firstQrMs: number | null }
  | { do: 'send'; ref: string; to: string; text: string }
  | { do: 'logout' }
  | { do: 'answer'; no: number; values: Record<string, string>; fault: boolean }

export type KeptKey = { kind: string; id: string; value: string | null }

export type Report =
  | { is: 'connecting' }
  | { is: 'qr'; qr: string; forMs: number }
  | { is: 'paired' }
  | { is: 'open'; phone: string; name: string }
  | { is: 'closed'; code: number; isPaired: boolean }
  | { is: 'get'; no: number; kind: string; ids: string[] }
  | { is: 'keep'; no: number; creds: string | null; keys: KeptKey[] }
  | { is: 'sent'; ref: string; how: 'taken' | 'refused' | 'away' | 'unclear'; code: string }
  | { is: 'receipt'; ref: string; state: 'delivered' | 'read'; at: number }
  | {
      is: 'message'
      ref: string
      phone: string | null
      userId: string | null
      name: string
      text: string
      isOwnWords: boolean
      quotes: string | null
      at: number
    }
  | { is: 'alive'; megabytes: number }
