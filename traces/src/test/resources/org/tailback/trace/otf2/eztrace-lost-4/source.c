#include <mpi.h>
#include <stdlib.h>
#include <string.h>
int main(int c,char**v){int r,n;MPI_Init(&c,&v);MPI_Comm_rank(MPI_COMM_WORLD,&r);MPI_Comm_size(MPI_COMM_WORLD,&n);
int sc[16],sd[16],rc[16],rd[16];static char a[1<<20],b[1<<20];
#define CH MPI_BYTE
#define W MPI_COMM_WORLD
MPI_Allreduce(a,b,500,CH,MPI_BOR,W);
MPI_Bcast(a,600,CH,1,W);
MPI_Reduce(a,b,700,CH,MPI_BOR,1,W);
MPI_Gather(a,800,CH,b,800,CH,1,W);
MPI_Scatter(a,900,CH,b,900,CH,1,W);
MPI_Allgather(a,1000,CH,b,1000,CH,W);
MPI_Alltoall(a,1100,CH,b,1100,CH,W);
for(int i=0;i<n;i++){sc[i]=1000*(i+1);sd[i]=i?sd[i-1]+sc[i-1]:0;}
MPI_Scatterv(a,sc,sd,CH,b,1000*(r+1),CH,1,W);
MPI_Gatherv(a,1000*(r+1),CH,b,sc,sd,CH,1,W);
MPI_Allgatherv(a,1000*(r+1),CH,b,sc,sd,CH,W);
for(int i=0;i<n;i++){sc[i]=10000*r+1000*(i+1);rc[i]=10000*i+1000*(r+1);sd[i]=i?sd[i-1]+sc[i-1]:0;rd[i]=i?rd[i-1]+rc[i-1]:0;}
MPI_Alltoallv(a,sc,sd,CH,b,rc,rd,CH,W);
for(int i=0;i<n;i++)sc[i]=2000*(i+1);
MPI_Reduce_scatter(a,b,sc,CH,MPI_BOR,W);
MPI_Reduce_scatter_block(a,b,1300,CH,MPI_BOR,W);
MPI_Scan(a,b,1400,CH,MPI_BOR,W);
MPI_Exscan(a,b,1500,CH,MPI_BOR,W);
MPI_Allreduce(MPI_IN_PLACE,b,1600,CH,MPI_BOR,W);
MPI_Allgather(MPI_IN_PLACE,0,CH,b,1700,CH,W);
MPI_Alltoall(MPI_IN_PLACE,0,CH,b,1800,CH,W);
MPI_Gather(r==1?MPI_IN_PLACE:a,1900,CH,b,1900,CH,1,W);
MPI_Reduce(r==1?MPI_IN_PLACE:a,b,2000,CH,MPI_BOR,1,W);
MPI_Scatter(a,2100,CH,r==1?MPI_IN_PLACE:b,2100,CH,1,W);
MPI_Request q;MPI_Iallreduce(a,b,2200,CH,MPI_BOR,W,&q);MPI_Wait(&q,MPI_STATUS_IGNORE);
MPI_Ibcast(a,2300,CH,1,W,&q);MPI_Wait(&q,MPI_STATUS_IGNORE);
MPI_Request p[4];int l=(r+n-1)%n,h=(r+1)%n;
for(int k=0;k<5;k++){MPI_Irecv(b,3000,CH,l,7,W,p);MPI_Irecv(b+9000,3100,CH,h,8,W,p+1);MPI_Isend(a,3000,CH,h,7,W,p+2);MPI_Isend(a,3100,CH,l,8,W,p+3);MPI_Waitall(4,p,MPI_STATUSES_IGNORE);}
for(int k=0;k<2;k++){MPI_Irecv(b,3200,CH,l,9,W,p);MPI_Isend(a,3200,CH,h,9,W,p+1);MPI_Wait(p,MPI_STATUS_IGNORE);MPI_Wait(p+1,MPI_STATUS_IGNORE);}
MPI_Finalize();}
