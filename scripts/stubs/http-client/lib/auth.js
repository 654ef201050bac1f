export class BearerCredentialHandler {}
