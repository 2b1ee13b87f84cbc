package org.tailback.kernel;

import umontreal.ssj.simevents.eventlist.EventList;

class QuaternaryHeapEventListTest extends EventListContract {
    @Override
    EventList newList() {
        return new QuaternaryHeapEventList();
    }
}
