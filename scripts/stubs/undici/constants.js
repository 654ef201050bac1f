// undici's table of well-known header names saves it turning each name into lower case, and filling it costs every start more
// than a millisecond. A name that is not in it takes undici's general way.
'use strict';

module.exports = { wellknownHeaderNames: [], headerNameLowerCasedRecord: Object.create(null) };
