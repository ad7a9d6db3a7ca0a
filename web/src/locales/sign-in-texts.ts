import changePassword from './nl/changePassword.json'
import errors from './nl/errors.json'
import forgot from './nl/forgot.json'
import login from './nl/login.json'
import otp from './nl/otp.json'
import twoFactor from './nl/twoFactor.json'
import ui from './nl/ui.json'

/** The Dutch that comes with the code of the sign-in screens: they wait for no file of texts. */
export const signInTexts = { changePassword, errors, forgot, login, otp, twoFactor, ui }
